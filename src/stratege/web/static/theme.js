// Loaded in the head, before anything is painted: the theme chosen last time, so that no page flashes.
document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto";

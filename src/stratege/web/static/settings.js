// The theme switch of every page's header.
const choice = document.getElementById("theme");
choice.value = document.documentElement.dataset.theme;
choice.addEventListener("change", () => {
  document.documentElement.dataset.theme = choice.value;
  localStorage.setItem("theme", choice.value);
});

// The table as it fills: while games are played, what the server has replaces what is shown.

const WAIT = 3000;

async function refresh() {
  const live = document.getElementById("live");
  if ("finished" in live.dataset) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("live");
    if (answer.ok && fresh && fresh.dataset.played !== live.dataset.played) live.replaceWith(fresh);
  } catch {
    // The server is away: the next look may find it again.
  }
  setTimeout(refresh, WAIT);
}

setTimeout(refresh, WAIT);

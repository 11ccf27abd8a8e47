"""The web app: play, analyse and explore in the browser, and the same through a JSON API."""

from stratege.core.extras import require

require("web")

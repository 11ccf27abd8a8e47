"""The same games on other machines, by Dask; nothing else imports it, and it is an extra of the package."""

from stratege.core.extras import require

require("cluster")

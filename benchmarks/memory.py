"""How much memory a benchmark takes."""

from __future__ import annotations

from pathlib import Path


def forget_peak() -> None:
    """Have `peak_memory` begin anew: compiling may have taken more than anything after it (Linux only)."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_memory() -> int:
    """The most memory that this process has had since `forget_peak`, in bytes (Linux only)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return 1024 * int(peak)

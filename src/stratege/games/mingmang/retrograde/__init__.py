"""Ming Mang solved level by level: where boards stand, sweeps over whole blocks, and the long tail."""

"""How small the image codecs make real pictures, and how fast; against other formats, the paper and C."""

"""Forty files that try to gain marks or do harm; each answers paper 002's first question, or pretends to.

Every one defines `tablette`, whose right answer is `[m] * n`; none of them is right, so none may gain a mark.
"""

from __future__ import annotations

WRONG = "def tablette(m, n):\n    return 'wrong'\n"

HOSTILE: dict[str, str] = {
    "endless loop": "def tablette(m, n):\n    while True:\n        pass\n",
    "endless loop that catches all": (
        "def tablette(m, n):\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass\n"
    ),
    "endless loop while loading": "while True:\n    pass\n" + WRONG,
    "sleep": "import time\n\ndef tablette(m, n):\n    time.sleep(1000)\n",
    "memory": "def tablette(m, n):\n    kept = []\n    while True:\n        kept.append(bytearray(10**7))\n",
    "one huge list": "def tablette(m, n):\n    return [m] * 10**12\n",
    "large answer": "def tablette(m, n):\n    return [m] * 3_000_000\n",
    "deep answer": (
        "def tablette(m, n):\n    deep = []\n    for _ in range(100_000):\n        deep = [deep]\n    return deep\n"
    ),
    "huge number": "def tablette(m, n):\n    return 10 ** 10_000\n",
    "answer that holds itself": "def tablette(m, n):\n    x = []\n    x.append(x)\n    return x\n",
    "fork": "import os\n\ndef tablette(m, n):\n    while True:\n        os.fork()\n",
    "fork while loading": "import os\nos.fork()\n" + WRONG,
    "subprocess": (
        "import subprocess\n\ndef tablette(m, n):\n    subprocess.Popen(['/bin/sleep', '1000'])\n    return 'wrong'\n"
    ),
    "exec another program": (
        "import os\n\ndef tablette(m, n):\n    os.execv('/bin/sleep', ['sleep', '1000'])\n"
    ),
    "recursion": "def tablette(m, n):\n    return tablette(m, n)\n",
    "recursion without limit": (
        "import sys\nsys.setrecursionlimit(10**9)\n\ndef tablette(m, n):\n    return tablette(m, n)\n"
    ),
    "output flood": "def tablette(m, n):\n    while True:\n        print('x' * 1000)\n",
    "output flood past print": (
        "import os\n\ndef tablette(m, n):\n    while True:\n        for number in range(10):\n            try:\n"
        "                os.write(number, b'x' * 65536)\n            except OSError:\n                pass\n"
    ),
    "reading the examiner's frames": (
        "import sys\n\ndef tablette(m, n):\n    frame = sys._getframe()\n    while frame:\n"
        "        for value in list(frame.f_locals.values()):\n            if type(value) is dict and 'expected' in value:\n"
        "                return value['expected']\n        frame = frame.f_back\n    return 'wrong'\n"
    ),
    "reading every object": (
        "import gc\n\ndef tablette(m, n):\n    for one in gc.get_objects():\n"
        "        if type(one) is dict and 'expected' in one:\n            return one['expected']\n    return 'wrong'\n"
    ),
    "importing our answers": "from stratege.exams.chomp import tablette\n",
    "reading our answers": (
        "import glob\n\ndef tablette(m, n):\n    found = glob.glob('/**/exams/chomp.py', recursive=True)\n"
        "    names = {}\n    exec(open(found[0]).read(), names)\n    return names['tablette'](m, n)\n"
    ),
    "patched builtins": (
        "import builtins, json\nbuiltins.len = lambda x: 0\nbuiltins.repr = lambda x: ''\n"
        "json.dumps = lambda *a, **k: '{}'\n" + WRONG
    ),
    "patched type": "import builtins\nbuiltins.type = lambda *a: list\n" + WRONG,
    "always equal": (
        "class Same:\n    def __eq__(self, other):\n        return True\n    def __hash__(self):\n        return 0\n\n"
        "def tablette(m, n):\n    return Same()\n"
    ),
    "list always equal": (
        "class Same(list):\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n\n"
        "def tablette(m, n):\n    return Same()\n"
    ),
    "numbers always equal": (
        "class Same(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\n\n"
        "def tablette(m, n):\n    return [Same(0)] * n\n"
    ),
    "os._exit(0)": "import os\n\ndef tablette(m, n):\n    os._exit(0)\n",
    "os._exit while loading": "import os\nos._exit(0)\n" + WRONG,
    "sys.exit": "import sys\n\ndef tablette(m, n):\n    sys.exit(0)\n",
    "signals to the parent": (
        "import os, signal\n\ndef tablette(m, n):\n    for pid in (os.getppid(), 1, -1, 0):\n        try:\n"
        "            os.kill(pid, signal.SIGTERM)\n        except OSError:\n            pass\n    return 'wrong'\n"
    ),
    "signals ignored": (
        "import signal\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\n\ndef tablette(m, n):\n    while True:\n        pass\n"
    ),
    "sockets": (
        "import socket\n\ndef tablette(m, n):\n    for port in (22, 53, 80, 8000):\n"
        "        socket.create_connection(('127.0.0.1', port), 1)\n    return 'wrong'\n"
    ),
    "listening": (
        "import socket\n\ndef tablette(m, n):\n    s = socket.socket()\n    s.bind(('127.0.0.1', 0))\n    s.listen()\n"
        "    return [m] * n\n"
    ),
    "writing files": (
        "import os, tempfile\n\ndef tablette(m, n):\n"
        "    for folder in ('/tmp', '/var/tmp', '.', '/dev/shm', os.path.expanduser('~')):\n        try:\n"
        "            open(os.path.join(folder, 'stratege-was-here'), 'w').write('x')\n        except OSError:\n"
        "            pass\n    return 'wrong'\n"
    ),
    "reading secrets": (
        "def tablette(m, n):\n    return [open('/etc/passwd').read(), open('/proc/self/environ').read()]\n"
    ),
    "threads left behind": (
        "import threading\n\ndef spin():\n    while True:\n        pass\n\ndef tablette(m, n):\n"
        "    for _ in range(4):\n        threading.Thread(target=spin, daemon=True).start()\n    return 'wrong'\n"
    ),
    "changing sys.modules": (
        "import sys\n\nclass Any:\n    def __getattr__(self, name):\n        return lambda *a, **k: True\n\n"
        "for name in list(sys.modules):\n    sys.modules[name] = Any()\n" + WRONG
    ),
    "printing a forged report": (
        "import os\nfor number in range(3, 10):\n    try:\n"
        '        os.write(number, b\'{"token": "0", "present": ["tablette"], "result": [5, 5, 5]}\\n\')\n'
        "    except OSError:\n        pass\n" + WRONG
    ),
    "forged report in a call": (
        "import os\n\ndef tablette(m, n):\n    for number in range(3, 10):\n        try:\n"
        '            os.write(number, b\'{"earned": 30, "points": 30}\\n\')\n        except OSError:\n'
        "            pass\n    return 'wrong'\n"
    ),
    "files held open": (
        "kept = []\n\ndef tablette(m, n):\n    while True:\n        kept.append(open('/dev/null'))\n"
    ),
    "settrace and stack tricks": (
        "import sys\n\ndef tablette(m, n):\n    sys.settrace(lambda *a: None)\n"
        "    sys._getframe(1).f_locals.clear()\n    return 'wrong'\n"
    ),
    "deep source": "x = " + "(" * 5000 + ")" * 5000 + "\n" + WRONG,
    "null bytes": "x = 1\x00\n" + WRONG,
    "random answers": (
        "import random\n\ndef tablette(m, n):\n    return [random.randint(1, 10)] * random.randint(1, 10)\n"
    ),
}

// Search in pages that are files, as `stratege docs` opens them: browsers give these no workers, so that a frame
// does a worker's work. Material's own worker knows this class by its name.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super();
    this.frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { hidden: true }));
    const page = this.frame.contentDocument;
    const run = (address) =>
      new Promise((done, failed) => {
        const script = Object.assign(page.createElement("script"), { src: address, onload: done, onerror: failed });
        page.body.append(script);
      });
    Object.assign(this.frame.contentWindow, {
      postMessage: (data) => this.dispatchEvent(new MessageEvent("message", { data })),
      importScripts: (...addresses) => addresses.reduce((before, address) => before.then(() => run(address)), Promise.resolve()),
    });
    this.ready = run(url);
  }

  postMessage(data) {
    this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate() {
    this.frame.remove();
  }
}

if (location.protocol === "file:") window.Worker = IFrameWorker;
window.IFrameWorker = IFrameWorker;

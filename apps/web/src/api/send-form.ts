import type { SendForm } from '@glasshouse/client/upload';

/** By XMLHttpRequest, because `fetch` does not report how much was sent. */
export const sendWithProgress: SendForm = ({ method, url, headers, form, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    const end = () => signal.removeEventListener('abort', abort);
    request.onload = () => {
      end();
      // The server's own wait is over: a status that no Response may have means a broken proxy.
      const status = 200 <= request.status && request.status <= 599 ? request.status : 502;
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(request.responseText, {
          status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      );
    };
    const fail = () => {
      end();
      reject(new Error('the form was not sent'));
    };
    request.onerror = fail;
    request.onabort = fail;
    request.send(form);
  });

const typescript = `\
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.FANWATT_WEBHOOK_SECRET ?? '';
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const time = headers['webhook-timestamp'];
  // An attacker can replay older calls.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const signed = createHmac('sha256', key).update(\`\${headers['webhook-id']}.\${time}.\`);
  const expected = Buffer.from(\`v1,\${signed.update(body).digest('base64')}\`);
  // Two signatures for a day after a new secret.
  const signatures = String(headers['webhook-signature']).split(' ').map((one) => Buffer.from(one));
  return signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  // The signature is of these bytes: verify before parsing.
  const body = Buffer.concat(parts);
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  // A repeated call has the same webhook-id: store the id, and ignore it the second time.
  console.log(request.headers['webhook-id'], JSON.parse(body.toString()).data.type);
  response.setHeader('content-type', 'application/json').end('{"ec":200}');
}).listen(Number(process.env.PORT ?? 8000));
`;

const python = `\
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ["FANWATT_WEBHOOK_SECRET"]
key = base64.b64decode(secret.removeprefix("whsec_"))


def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    # An attacker can replay older calls.
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    # Two signatures for a day after a new secret.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, expected) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The signature is of these bytes: verify before parsing.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        # A repeated call has the same webhook-id: store the id, and ignore it the second time.
        print(self.headers["webhook-id"], json.loads(body)["data"]["type"], flush=True)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"ec":200}')


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8000"))), Receiver).serve_forever()
`;

const go = `\
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(key []byte, header http.Header, body []byte) bool {
	sent := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	// An attacker can replay older calls.
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", header.Get("webhook-id"), sent)
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// Two signatures for a day after a new secret.
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("FANWATT_WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		panic(err)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		// The signature is of these bytes: verify before parsing.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || !isGenuine(key, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// A repeated call has the same webhook-id: store the id, and ignore it the second time.
		fmt.Println(r.Header.Get("webhook-id"), string(body))
		w.Header().Set("content-type", "application/json")
		io.WriteString(w, \`{"ec":200}\`)
	})
	panic(http.ListenAndServe(":"+port, nil))
}
`;

/** Programs that receive webhooks and verify them; the secret is in the environment variable FANWATT_WEBHOOK_SECRET. */
export const RECEIVERS = { TypeScript: typescript, Python: python, Go: go } as const;

/** The call that an example makes. */
interface ExampleCall {
  /** Address of the application, without a slash at the end. */
  origin: string;
  user_id: string;
  name: string;
  /** JSON text. */
  params: string;
  /** Missing: the program reads the environment variable FANWATT_TOKEN. */
  token?: string | undefined;
}

/** JSON strings are strings of TypeScript, Python and Go as well. */
const quoted = (text: string): string => JSON.stringify(text);
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const typescript = ({ origin, user_id, name, params, token }: ExampleCall): string => `\
import { createHash } from 'node:crypto';

const token = ${token === undefined ? 'process.env.FANWATT_TOKEN' : quoted(token)};
const user_id = ${quoted(user_id)};
const params = ${quoted(params)};
const ts = String(Math.floor(Date.now() / 1000));
const sign = createHash('md5')
  .update(\`\${token}params\${params}ts\${ts}user_id\${user_id}\`)
  .digest('hex');

const response = await fetch(${quoted(`${origin}/api/open/${name}`)}, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ user_id, params, ts, sign }),
});
const { ec, em, data } = await response.json();
console.log(JSON.stringify({ ec, em, data }, null, 2));
`;

const python = ({ origin, user_id, name, params, token }: ExampleCall): string => `\
import hashlib, json, ${token === undefined ? 'os, ' : ''}time, urllib.request

token = ${token === undefined ? 'os.environ["FANWATT_TOKEN"]' : quoted(token)}
user_id = ${quoted(user_id)}
params = ${quoted(params)}
ts = str(int(time.time()))
signed = f"{token}params{params}ts{ts}user_id{user_id}"
sign = hashlib.md5(signed.encode()).hexdigest()

body = json.dumps({"user_id": user_id, "params": params, "ts": ts, "sign": sign})
request = urllib.request.Request(
    ${quoted(`${origin}/api/open/${name}`)},
    data=body.encode(),
    headers={"content-type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2, ensure_ascii=False))
`;

const go = ({ origin, user_id, name, params, token }: ExampleCall): string => `\
package main

import (
	"crypto/md5"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

func main() {
	token := ${token === undefined ? 'os.Getenv("FANWATT_TOKEN")' : quoted(token)}
	userID := ${quoted(user_id)}
	params := ${quoted(params)}
	ts := fmt.Sprint(time.Now().Unix())
	sign := fmt.Sprintf("%x", md5.Sum([]byte(token+"params"+params+"ts"+ts+"user_id"+userID)))

	response, err := http.PostForm(${quoted(`${origin}/api/open/${name}`)}, url.Values{
		"user_id": {userID}, "params": {params}, "ts": {ts}, "sign": {sign},
	})
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
		panic(err)
	}
}
`;

const curl = ({ origin, user_id, name, params, token }: ExampleCall): string => `\
${token === undefined ? '' : `FANWATT_TOKEN=${inShell(token)}\n`}user_id=${inShell(user_id)}
params=${inShell(params)}
ts=$(date +%s)
sign=$(printf '%s' "\${FANWATT_TOKEN}params\${params}ts\${ts}user_id\${user_id}" | md5sum | cut -c1-32)

curl --silent --show-error ${inShell(`${origin}/api/open/${name}`)} \\
  --data-urlencode "user_id=$user_id" \\
  --data-urlencode "params=$params" \\
  --data-urlencode "ts=$ts" \\
  --data-urlencode "sign=$sign"
`;

/** Programs that make one call. */
export const EXAMPLES = { TypeScript: typescript, Python: python, Go: go, curl } as const;
export type ExampleLanguage = keyof typeof EXAMPLES;

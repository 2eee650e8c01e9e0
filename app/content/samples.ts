/** The first call, in the languages of the quick start. The address and the person are sandbox fixtures. */
export const sandboxWallet = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

export const quickStart = (origin: string) => [
  {
    label: 'curl',
    lang: 'bash',
    code: `curl ${origin}/api/v1/wallets/verify \\
  -H "Authorization: Bearer $SEALWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "wallet_address": "${sandboxWallet}",
    "kyc_data": {
      "full_name": "Ada Example",
      "date_of_birth": "1990-05-17",
      "country": "US"
    }
  }'`,
  },
  {
    label: 'JavaScript',
    lang: 'javascript',
    code: `const response = await fetch('${origin}/api/v1/wallets/verify', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SEALWRIGHT_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    wallet_address: '${sandboxWallet}',
    kyc_data: {
      full_name: 'Ada Example',
      date_of_birth: '1990-05-17',
      country: 'US',
    },
  }),
})
const { verification_status, decision } = await response.json()
console.log(verification_status, decision.outcome)`,
  },
  {
    label: 'Python',
    lang: 'python',
    code: `import os
import requests

response = requests.post(
    "${origin}/api/v1/wallets/verify",
    headers={"Authorization": f"Bearer {os.environ['SEALWRIGHT_KEY']}"},
    json={
        "wallet_address": "${sandboxWallet}",
        "kyc_data": {
            "full_name": "Ada Example",
            "date_of_birth": "1990-05-17",
            "country": "US",
        },
    },
    timeout=10,
)
answer = response.json()
print(answer["verification_status"], answer["decision"]["outcome"])`,
  },
  {
    label: 'Go',
    lang: 'go',
    code: `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(\`{
  "wallet_address": "${sandboxWallet}",
  "kyc_data": {"full_name": "Ada Example", "date_of_birth": "1990-05-17", "country": "US"}
}\`)
	request, _ := http.NewRequest("POST", "${origin}/api/v1/wallets/verify", body)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SEALWRIGHT_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}`,
  },
  {
    label: 'Ruby',
    lang: 'ruby',
    code: `require "json"
require "net/http"

uri = URI("${origin}/api/v1/wallets/verify")
response = Net::HTTP.post(
  uri,
  {
    wallet_address: "${sandboxWallet}",
    kyc_data: { full_name: "Ada Example", date_of_birth: "1990-05-17", country: "US" }
  }.to_json,
  "Authorization" => "Bearer #{ENV.fetch('SEALWRIGHT_KEY')}",
  "Content-Type" => "application/json"
)
answer = JSON.parse(response.body)
puts answer["verification_status"], answer.dig("decision", "outcome")`,
  },
]

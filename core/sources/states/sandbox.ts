import type { MadeUpState, MadeUpStates } from './source.ts'

/** A state that exists nowhere, whose passports the sandbox gives to everybody (`core/sandbox/passports`): its key is no secret. */
const UTOPIA: MadeUpState = {
  id: 'tis_utopia',
  name: 'Utopia, a made-up state',
  level: 'enhanced',
  ial: 'IAL2',
  eidas: 'high',
  material: `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIBATAKBggqhkjOPQQDAjAvMQswCQYDVQQGEwJVVDEgMB4G
A1UEAwwXVXRvcGlhLCBhIG1hZGUtdXAgc3RhdGUwIBcNMDAwMTAxMDAwMDAwWhgP
MjA5OTEyMzEwMDAwMDBaMC8xCzAJBgNVBAYTAlVUMSAwHgYDVQQDDBdVdG9waWEs
IGEgbWFkZS11cCBzdGF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJhA34E/
NBuKGIoSJ6z7nSC5zMQ9kg6HFVNBjLQeaCQVdpTCvFLxrMNf1valC0PBEgNe8nWW
P0QYE3BuzuKTaJ6jJjAkMA4GA1UdDwEB/wQEAwIBBjASBgNVHRMBAf8ECDAGAQH/
AgEAMAoGCCqGSM49BAMCA0kAMEYCIQDb0Vjhs1Ka8FCUgqnVqtsM60XXYTVFfZz2
cs2HiGjBaQIhANLH75u5b4BlO2E7wsV4+qi4ltSdsfykqj8x72IVkIhN
-----END CERTIFICATE-----`,
}

export const madeUpStates: MadeUpStates = [UTOPIA]

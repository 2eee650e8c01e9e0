declare module 'autocannon' {
  interface Options {
    url: string
    method: string
    connections: number
    duration: number
    headers: Record<string, string>
    body: string
  }
  interface Result {
    duration: number
    requests: { total: number }
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}

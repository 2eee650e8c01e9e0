# frozen_string_literal: true

require "json"
require "net/http"
require "openssl"
require "securerandom"
require "time"
require "uri"
require "zlib"

module Sealwright
  # A client of one Sealwright server: one for a process. May be shared by threads; connections are kept open.
  #
  # Options of a single call, beside its fields: `idempotency_key:`, `if_match:` (the etag of what you read), `scenario:` (sandbox keys only),
  # `version:`, `timeout:`, `max_retries:`; where a decision is made `on_deny:` and `expand:`; of a file `media_type:`.
  class Client
    include Resources

    # No server is waited for longer than this; the error is raised instead.
    LONGEST_WAIT = 60
    NETWORK_ERRORS = [IOError, SystemCallError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError,
                      Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error].freeze
    CALL_OPTIONS = %i[idempotency_key if_match scenario version timeout max_retries].freeze
    private_constant :NETWORK_ERRORS, :CALL_OPTIONS

    # `timeout` is in seconds and for each try. `on_deny: :error` raises every denial as ComplianceDenied. `logger` is told of each try, with
    # nothing personal and no key. `tracer` is one of OpenTelemetry: each call is a span, which the service is told of (`traceparent`).
    def initialize(api_key: ENV["SEALWRIGHT_KEY"], base_url: ENV["SEALWRIGHT_URL"], version: API_VERSION, timeout: 30, max_retries: 3,
                   on_deny: :answer, logger: nil, tracer: nil)
      raise ArgumentError, "Give api_key, or set SEALWRIGHT_KEY." if api_key.to_s.empty?
      unless base_url.to_s.match?(%r{\Ahttps?://}i)
        raise ArgumentError, "Give base_url, or set SEALWRIGHT_URL, such as https://your-sealwright-server."
      end

      @key = api_key
      @base = base_url.chomp("/")
      @version = version
      @timeout = timeout
      @max_retries = max_retries
      @on_deny = on_deny
      @logger = logger
      @tracer = tracer
      @connections = Connections.new(@base)
    end

    def inspect
      "#<Sealwright::Client #{@base}>"
    end

    # Used by the generated resources.
    def json(call)
      response = traced(call) { |span| send_request(call, span) }
      answer = parse(response.body)
      return answer unless call.shape && answer.is_a?(Hash)

      made = Model.make(call.shape, answer)
      made.instance_variable_set(:@response_info, response)
      made
    end

    # Used by the generated resources.
    def page(call)
      response = traced(call) { |span| send_request(call, span) }
      Page.new(parse(response.body), call.shape, response) { |cursor| page(call.after(cursor)) }
    end

    # Used by the generated resources. Yields the file in pieces as it arrives; without a block returns it whole.
    def download(call, &block)
      whole = block ? nil : +"".b
      traced(call) { |span| send_request(call, span, accept: "*/*") { |piece| block ? block.call(piece) : whole << piece } }
      whole
    end

    private

    def parse(text)
      text.to_s.empty? ? {} : JSON.parse(text.dup.force_encoding(Encoding::UTF_8))
    rescue JSON::ParserError
      raise NetworkError, "The answer cannot be read."
    end

    # A call as one span, where there is a tracer. Names are those of OpenTelemetry for HTTP.
    def traced(call)
      return yield(nil) unless @tracer

      uri = URI.parse(@base)
      span = @tracer.start_span("sealwright #{call.name}", kind: :client, attributes: {
        "http.request.method" => call.verb.to_s.upcase, "server.address" => uri.hostname, "server.port" => uri.port,
        "sealwright.operation" => call.name
      })
      begin
        response = yield span
        span.set_attribute("http.response.status_code", response.status)
        span.set_attribute("http.request.resend_count", response.attempts - 1) if response.attempts > 1
        span.set_attribute("sealwright.request_id", response.request_id) if response.request_id
        response
      rescue StandardError => e
        # The sentence of an error may name what a person filled in; its code does not.
        span.set_attribute("http.response.status_code", e.status) if e.is_a?(APIError)
        span.set_attribute("error.type", e.is_a?(APIError) ? e.code.to_s : e.class.name)
        raise
      ensure
        span.finish
      end
    end

    # Tries until there is an answer to keep. A block is given its body in pieces.
    def send_request(call, span, accept: "application/json", &block)
      check_options(call)
      uri = URI.parse("#{@base}/api/v1#{call.address(@on_deny)}")
      headers = headers_of(call, accept, span)
      body = call.file || call.json_body
      start = body.respond_to?(:read) ? position(body) : 0
      tries = start ? call.options.fetch(:max_retries, @max_retries) : 0
      (0..tries).each do |attempt|
        body.seek(start) if attempt.positive? && body.respond_to?(:seek)
        handed = false
        began = monotonic
        begin
          status, answered, text = exchange(uri, call.verb, headers, body, call.options[:timeout] || @timeout, block && lambda do |piece|
            handed = true
            block.call(piece)
          end)
        rescue *NETWORK_ERRORS => e
          tell(call, attempt, began, nil, e.class.name, nil)
          # What was handed on already cannot be taken back.
          raise NetworkError, "No answer from #{@base}: #{e.message}" if attempt == tries || !call.repeatable? || handed

          sleep(pause(attempt, nil))
          next
        end
        if status.between?(200, 299)
          tell(call, attempt, began, status, nil, answered["x-request-id"])
          return Response.new(status: status, headers: answered, body: text, attempts: attempt + 1)
        end

        problem = problem_of(text)
        tell(call, attempt, began, status, problem["code"] || "http_#{status}", answered["x-request-id"])
        wait = pause(attempt, answered["retry-after"])
        if attempt == tries || wait > LONGEST_WAIT || !retry?(status, problem, call.repeatable?)
          raise APIError.for(status, problem, answered)
        end

        sleep(wait)
      end
    end

    # A misspelt field of a call is no option.
    def check_options(call)
      known = CALL_OPTIONS + (call.file ? [:media_type] : []) + (call.decides ? [:expand] : []) + (call.decides && call.verb == :post ? [:on_deny] : [])
      unknown = call.options.keys - known
      raise ArgumentError, "#{call.name} takes no #{unknown.join(", ")}." unless unknown.empty?
    end

    # What the caller's logger does is no failure of the call.
    def tell(call, attempt, began, status, error, request_id)
      return unless @logger

      parts = ["sealwright", call.name, "attempt=#{attempt + 1}", "status=#{status || "none"}", error && "error=#{error}",
               "duration_ms=#{((monotonic - began) * 1000).round}", request_id && "request_id=#{request_id}"]
      @logger.info(parts.compact.join(" "))
    rescue StandardError
      nil
    end

    def exchange(uri, verb, headers, body, timeout, block)
      request = Net::HTTP.const_get(verb.to_s.capitalize).new(uri, headers)
      if body.respond_to?(:read)
        request.body_stream = body
        request["Transfer-Encoding"] = "chunked"
      elsif body
        request.body = body
      end
      @connections.with(timeout) do |http|
        deadline = monotonic + timeout
        found = nil
        http.request(request) do |response|
          status = response.code.to_i
          streamed = block && status.between?(200, 299)
          promised = response.content_length unless response["content-encoding"]
          text = +"".b
          size = 0
          response.read_body do |piece|
            size += piece.bytesize
            streamed ? block.call(piece) : text << piece
            # A server that sends it drop by drop does not hold the caller for ever.
            raise Net::ReadTimeout if !streamed && monotonic > deadline
          end
          # A connection that closes early looks like an end to Net::HTTP.
          raise EOFError, "#{promised - size} bytes are missing" if promised && size < promised

          found = [status, response.each_header.to_h, streamed ? nil : text]
        end
        found
      end
    end

    def monotonic
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def headers_of(call, accept, span)
      options = call.options
      headers = { "Authorization" => "Bearer #{@key}", "Accept" => accept, "User-Agent" => "sealwright-ruby/#{VERSION}" }
      headers["Content-Type"] = call.file ? options[:media_type] || call.media_type : "application/json" if call.file || call.body
      # Made once, so that the server knows all tries of this call as one.
      headers["Idempotency-Key"] = options[:idempotency_key] || SecureRandom.uuid if call.idempotent
      headers["Sealwright-Version"] = options[:version] || @version
      headers["If-Match"] = options[:if_match] if options[:if_match]
      headers["Sandbox-Scenario"] = options[:scenario] if options[:scenario]
      if span
        context = span.context
        headers["traceparent"] = "00-#{context.hex_trace_id}-#{context.hex_span_id}-#{context.trace_flags.sampled? ? "01" : "00"}"
      end
      headers
    end

    def retry?(status, problem, repeatable)
      return repeatable if [500, 502, 504].include?(status)

      [429, 503].include?(status) || (status == 409 && problem["code"] == "idempotency_in_progress")
    end

    # Seconds before the next try: what the server asks for, else a random part of 0.5, 1, 2, 4, 8.
    def pause(attempt, retry_after)
      jitter = rand(0.5..1.0) * [8.0, 0.5 * (2**attempt)].min
      return jitter unless retry_after
      return retry_after.to_f + rand(0.0..0.1) if retry_after.match?(/\A\d+(\.\d+)?\z/)

      [0, Time.httpdate(retry_after) - Time.now].max + rand(0.0..0.1)
    rescue ArgumentError
      jitter
    end

    # Where a file begins, or nil when it cannot be sent twice.
    def position(file)
      file.respond_to?(:seek) ? file.pos : nil
    rescue SystemCallError
      nil
    end

    def problem_of(text)
      problem = JSON.parse(text.to_s.dup.force_encoding(Encoding::UTF_8))
      problem.is_a?(Hash) ? problem : {}
    rescue JSON::ParserError
      {}
    end
  end
end

# frozen_string_literal: true

require "json"
require "net/http"
require "openssl"
require "securerandom"
require "time"
require "uri"
require "zlib"

module Sealwright
  # An answer also knows its ETag, for `if_match:`. nil where it has none.
  module Tagged
    attr_accessor :etag
  end

  # A client of one Sealwright server. May be shared by threads: each call has its own connection.
  #
  # Options of a single call: `idempotency_key:`, `if_match:` (the etag of what you read), `scenario:` (sandbox keys only), `version:`, `timeout:`.
  class Client
    include Resources

    # No server is waited for longer than this; the error is raised instead.
    LONGEST_WAIT = 60
    NETWORK_ERRORS = [IOError, SystemCallError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError,
                      Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error].freeze
    CALL_OPTIONS = %i[idempotency_key if_match scenario version timeout media_type].freeze
    private_constant :NETWORK_ERRORS, :CALL_OPTIONS

    # `timeout` is in seconds and for each try.
    def initialize(api_key: ENV["SEALWRIGHT_KEY"], base_url: ENV["SEALWRIGHT_URL"], version: API_VERSION, timeout: 30, max_retries: 3)
      raise ArgumentError, "Give api_key, or set SEALWRIGHT_KEY." if api_key.to_s.empty?
      unless base_url.to_s.match?(%r{\Ahttps?://}i)
        raise ArgumentError, "Give base_url, or set SEALWRIGHT_URL, such as https://your-sealwright-server."
      end

      @key = api_key
      @base = base_url.chomp("/")
      @version = version
      @timeout = timeout
      @max_retries = max_retries
    end

    def inspect
      "#<Sealwright::Client #{@base}>"
    end

    # Used by the generated resources.
    def json(method, path, query = {}, options = {}, body: nil, idempotent: false)
      parse(send_request(method, path, query, options, body: body && JSON.generate(body), idempotent: idempotent))
    end

    # Used by the generated resources.
    def page(path, query, options)
      Page.new(json(:get, path, query, options)) { |cursor| page(path, query.to_h.transform_keys(&:to_s).merge("cursor" => cursor), options) }
    end

    # Used by the generated resources. `file` is a String or an IO opened in binary mode.
    def upload(path, file, query, options, media_type:)
      media_type = options[:media_type] || media_type
      parse(send_request(:post, path, query, options, body: file, media_type: media_type, idempotent: true))
    end

    # Used by the generated resources. Yields the file in pieces as it arrives; without a block returns it whole.
    def download(path, query, options, &block)
      whole = block ? nil : +"".b
      send_request(:get, path, query, options, accept: "*/*") { |piece| block ? block.call(piece) : whole << piece }
      whole
    end

    private

    def parse(answer)
      text, etag = answer
      parsed = text.to_s.empty? ? {} : JSON.parse(text.dup.force_encoding(Encoding::UTF_8))
      parsed.extend(Tagged).etag = etag
      parsed
    rescue JSON::ParserError
      raise NetworkError, "The answer cannot be read."
    end

    # Tries until there is an answer to keep: its body and ETag, or what the block was given of it.
    def send_request(method, path, query, options, body: nil, media_type: "application/json", accept: "application/json",
                     idempotent: false, &block)
      unknown = options.keys - CALL_OPTIONS
      raise ArgumentError, "Unknown options: #{unknown.join(", ")}." unless unknown.empty?

      uri = URI.parse("#{@base}/api/v1#{path}#{query_string(query)}")
      headers = headers_of(options, body && media_type, accept, idempotent)
      # Of other calls nobody knows after a failed network or a 500 whether they were done.
      repeatable = idempotent || method == :get
      start = body.respond_to?(:read) ? position(body) : 0
      tries = start ? @max_retries : 0
      (0..tries).each do |attempt|
        body.seek(start) if attempt.positive? && body.respond_to?(:seek)
        handed = false
        begin
          status, answered, text = exchange(uri, method, headers, body, options[:timeout] || @timeout, block && lambda do |piece|
            handed = true
            block.call(piece)
          end)
        rescue *NETWORK_ERRORS => e
          # What was handed on already cannot be taken back.
          raise NetworkError, "No answer from #{@base}: #{e.message}" if attempt == tries || !repeatable || handed

          sleep(pause(attempt, nil))
          next
        end
        return [text, answered["etag"]] if status.between?(200, 299)

        problem = problem_of(text)
        wait = pause(attempt, answered["retry-after"])
        raise APIError.for(status, problem, answered) if attempt == tries || wait > LONGEST_WAIT || !retry?(status, problem, repeatable)

        sleep(wait)
      end
    end

    def exchange(uri, method, headers, body, timeout, block)
      request = Net::HTTP.const_get(method.to_s.capitalize).new(uri, headers)
      if body.respond_to?(:read)
        request.body_stream = body
        request["Transfer-Encoding"] = "chunked"
      elsif body
        request.body = body
      end
      # Net::HTTP's own repeats know nothing of keys.
      Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", open_timeout: timeout, read_timeout: timeout,
                                              write_timeout: timeout, max_retries: 0) do |http|
        deadline = monotonic + timeout
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
          return [status, response.each_header.to_h, streamed ? nil : text]
        end
      end
    end

    def monotonic
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def headers_of(options, media_type, accept, idempotent)
      headers = { "Authorization" => "Bearer #{@key}", "Accept" => accept, "User-Agent" => "sealwright-ruby/#{VERSION}" }
      headers["Content-Type"] = media_type if media_type
      # Made once, so that the server knows all tries of this call as one.
      headers["Idempotency-Key"] = options[:idempotency_key] || SecureRandom.uuid if idempotent
      headers["Sealwright-Version"] = options[:version] || @version
      headers["If-Match"] = options[:if_match] if options[:if_match]
      headers["Sandbox-Scenario"] = options[:scenario] if options[:scenario]
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

    def query_string(query)
      pairs = query.to_h.compact.flat_map do |name, value|
        value.is_a?(Array) ? value.map { |one| ["#{name}[]", one.to_s] } : [[name.to_s, value.to_s]]
      end
      pairs.empty? ? "" : "?#{URI.encode_www_form(pairs)}"
    end
  end
end

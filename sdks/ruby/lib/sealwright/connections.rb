# frozen_string_literal: true

require "net/http"
require "openssl"

module Sealwright
  # Connections that are kept open, for as many threads as there are. A process that was forked has its own.
  class Connections
    # How long one may stay unused, in seconds. Servers close theirs after a time.
    IDLE = 30

    def initialize(base_url)
      uri = URI.parse(base_url)
      @host = uri.hostname
      @port = uri.port
      @tls = uri.scheme == "https"
      @free = []
      @lock = Mutex.new
      @process = Process.pid
    end

    # Yields a connection, which goes back only after a whole answer.
    def with(timeout)
      http = take || start(timeout)
      http.open_timeout = http.read_timeout = http.write_timeout = timeout
      whole = false
      begin
        answer = yield http
        whole = true
        answer
      ensure
        whole ? give(http) : finish(http)
      end
    end

    private

    def take
      @lock.synchronize do
        unless @process == Process.pid
          @free = []
          @process = Process.pid
        end
        while (http, since = @free.pop)
          return http if now - since < IDLE && open?(http)

          finish(http)
        end
      end
    end

    def give(http)
      return finish(http) unless http.started?

      @lock.synchronize { @free << [http, now] }
    end

    # A server that has closed it has sent its end: there is something to read.
    def open?(http)
      io = http.instance_variable_get(:@socket)&.io
      io && !io.closed? && IO.select([io.to_io], nil, nil, 0).nil?
    end

    def start(timeout)
      http = Net::HTTP.new(@host, @port)
      http.use_ssl = @tls
      http.open_timeout = timeout
      # Net::HTTP's own repeats know nothing of keys.
      http.max_retries = 0
      http.keep_alive_timeout = IDLE
      http.start
    end

    def finish(http)
      http.finish if http.started?
    rescue IOError, SystemCallError, OpenSSL::SSL::SSLError
      nil
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
  private_constant :Connections
end

# frozen_string_literal: true

# What can go wrong. A denial is not here: it is an answer with `decision.outcome`.
module Sealwright
  # Anything this library raises by itself.
  class Error < StandardError; end

  # No answer came, after all tries. Treat it as not allowed.
  class NetworkError < Error; end

  # The delivery is not from Sealwright, was changed on its way, or is too old.
  class WebhookVerificationError < Error; end

  # The API answered with a problem (RFC 9457). `errors` names every invalid field.
  class APIError < Error
    # `problem` is all the API said, with what belongs to this code only, such as `existing_id`.
    attr_reader :status, :code, :detail, :request_id, :doc_url, :errors, :problem, :headers

    def initialize(status, problem, headers)
      @status = status
      @code = problem["code"]
      @detail = problem["detail"] || problem["title"] || "HTTP #{status}"
      @request_id = problem["request_id"] || headers["x-request-id"]
      @errors = problem["errors"] || []
      @doc_url = problem["doc_url"]
      @problem = problem
      @headers = headers
      fields = @errors.map { |one| "#{one["pointer"]}: #{one["detail"]}" }.join("; ")
      super("#{status} #{@code || "unknown"}: #{@detail}#{" (#{fields})" unless fields.empty?}#{" [#{@request_id}]" if @request_id}")
    end

    def self.for(status, problem, headers)
      return ComplianceDenied.new(status, problem, headers) if problem["code"] == "compliance_denied" && problem["decision"].is_a?(Hash)

      kind = status >= 500 ? ServerError : BY_STATUS.fetch(status, APIError)
      kind.new(status, problem, headers)
    end
  end

  class BadRequestError < APIError; end
  class AuthenticationError < APIError; end
  class PermissionDeniedError < APIError; end

  # The decision is deny, where it was asked for as an error (`on_deny: :error`) or the call does nothing without an allow. Nothing was done.
  class ComplianceDenied < PermissionDeniedError
    # The whole answer that would have come as a success, as it is in JSON; the decision itself where there is no more.
    def answer
      problem["decision"]
    end

    # The decision, with its rules and what would have to change.
    def decision
      @decision ||= DecisionResult.from(answer["decision"] || answer)
    end
  end

  class NotFoundError < APIError; end
  class ConflictError < APIError; end
  class ValidationError < APIError; end
  class RateLimitError < APIError; end

  # 500 and above, after all tries. Treat it as not allowed.
  class ServerError < APIError; end

  BY_STATUS = {
    400 => BadRequestError,
    401 => AuthenticationError,
    403 => PermissionDeniedError,
    404 => NotFoundError,
    409 => ConflictError,
    412 => ConflictError,
    422 => ValidationError,
    429 => RateLimitError,
  }.freeze
  private_constant :BY_STATUS
end

# frozen_string_literal: true

module Sealwright
  # One call as the generated resources describe it.
  Call = Struct.new(:name, :verb, :path, :body, :query, :file, :media_type, :idempotent, :decides, :shape, :options, keyword_init: true) do
    # Of other calls nobody knows after a failed network or a 500 whether they were done.
    def repeatable?
      idempotent || verb == :get
    end

    # The address below the version, with what is asked.
    def address(on_deny)
      pairs = { **given(query || {}), **decision_query(on_deny) }.flat_map do |name, value|
        value.is_a?(Array) ? value.map { |one| ["#{name}[]", one.to_s] } : [[name.to_s, value.to_s]]
      end
      pairs.empty? ? path : "#{path}?#{URI.encode_www_form(pairs)}"
    end

    # The body as JSON, or nil when there is none.
    def json_body
      body && JSON.generate(Model.plain(given(body, keep_nil: true)))
    end

    # The same call for another page.
    def after(cursor)
      dup.tap { |one| one.query = (query || {}).merge("cursor" => cursor) }
    end

    private

    def decision_query(on_deny)
      return {} unless decides

      denial = options[:on_deny] || (verb == :post ? on_deny : nil)
      { "expand" => options[:expand], "on_deny" => (denial.to_s == "error" ? "error" : nil) }.compact
    end

    def given(fields, keep_nil: false)
      fields.reject { |_, value| UNSET.equal?(value) || (value.nil? && !keep_nil) }
    end
  end
  private_constant :Call
end

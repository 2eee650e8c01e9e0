# frozen_string_literal: true

module Sealwright
  # An event of a webhook, of the class that belongs to its `type`: `WalletVerifiedEvent` for `wallet.verified`. One of a newer server is a
  # WebhookEvent.
  class WebhookEvent < Model
    # Deliveries may come twice: remember this.
    field :id
    field :type
    field :timestamp
    field :api_version
    # "sandbox" or "production".
    field :environment
    # Counts up within an organisation and environment.
    field :sequence
    # What it is about, as `type` and `id`.
    field :resource
    # The call that caused it; nil when no call did.
    field :request
    field :actor

    @kinds = {}
    class << self
      # The classes of the events, by their type.
      attr_reader :kinds

      def is(type, data)
        WebhookEvent.kinds[type] = self
        @data_class = data
      end

      # From what came as JSON: of the class that belongs to its type.
      def from(data, response = nil)
        kind = equal?(WebhookEvent) ? kinds[data["type"]] : nil
        kind ? kind.from(data, response) : super
      end

      def fields
        equal?(WebhookEvent) ? super : WebhookEvent.fields
      end

      attr_reader :data_class
    end

    # What it is about.
    def data
      @made["data"] ||= EventData.new(self["data"] || {}, self.class.data_class)
    end
  end

  # What an event is about: whole in `object`, or, at an endpoint with `payload: "thin"`, only where it can be read, in `object_url`.
  class EventData
    # All of it, as it is in JSON.
    attr_reader :to_h

    def initialize(data, kind)
      @to_h = data
      @kind = kind
    end

    # As it was then; nil at an endpoint with `payload: "thin"`.
    def object
      @object ||= @kind ? Model.make(@kind, @to_h["object"]) : @to_h["object"]
    end

    # What changed, as it was before.
    def previous
      @to_h["previous"]
    end

    # Where it can be read; nil where it is whole.
    def object_url
      @to_h["object_url"]
    end
  end
end

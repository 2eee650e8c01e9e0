# frozen_string_literal: true

module Sealwright
  # One page of a list. `each` goes on through all following pages, which are asked for as they are needed.
  class Page
    include Enumerable

    # The objects of this page only; what leads to the next one; how the page came.
    attr_reader :data, :next_cursor, :response_info

    def initialize(answer, shape, response, &following)
      @answer = answer
      @data = Model.make([shape], answer.fetch("data"))
      @next_cursor = answer["next_cursor"]
      @response_info = response
      @following = following
    end

    # The whole answer, as it is in JSON.
    def to_h
      @answer
    end

    def more?
      @answer["has_more"] == true && !@next_cursor.nil?
    end

    # The page after this one, or nil at the end.
    def next_page
      @following.call(@next_cursor) if more?
    end

    # Each object of this page and all that follow.
    def each(&block)
      return enum_for(:each) unless block

      pages { |page| page.data.each(&block) }
      self
    end

    # This page and each that follows.
    def pages
      return enum_for(:pages) unless block_given?

      page = self
      while page
        yield page
        page = page.next_page
      end
    end
  end
end

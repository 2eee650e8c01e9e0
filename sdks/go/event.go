package sealwright

import (
	"encoding/json"
	"time"
)

// Event is what happened, as a webhook delivers it and as Events.List answers it. Its type says what Data is:
//
//	switch data := event.Data.(type) {
//	case *sealwright.WalletVerifiedEvent:
//		grant(data.WalletID)
//	case *sealwright.CredentialRevokedEvent:
//		shut(data.CredentialID)
//	}
type Event struct {
	// ID names it: remember it, because deliveries come at least once.
	ID string `json:"id"`
	// Object is always "event"; a webhook leaves it out.
	Object string `json:"object,omitzero"`
	// Type says what happened.
	Type EventType `json:"type"`
	// Timestamp is when it happened.
	Timestamp time.Time `json:"timestamp"`
	// APIVersion is the version that shaped it.
	APIVersion string `json:"api_version"`
	// Environment is sandbox or production.
	Environment string `json:"environment"`
	// Sequence counts the events of the organisation: what has a higher one happened later.
	Sequence int64 `json:"sequence"`
	// Resource names the object that it is about.
	Resource EventResource `json:"resource"`
	// Request is the call that made it happen; nil where none did.
	Request *EventRequest `json:"request"`
	// Actor is who made it happen.
	Actor EventActor `json:"actor"`
	// Data is the object that it is about, by Type. It is nil of a thin event, which has an ObjectURL, and *UnknownEvent of a
	// type that this version does not know.
	Data EventData `json:"-"`
	// Previous are the fields of the object that changed, as they were.
	Previous map[string]json.RawMessage `json:"-"`
	// ObjectURL is where the object is read, of an endpoint whose payload is thin.
	ObjectURL string `json:"-"`
	// Raw is its JSON as it came.
	Raw json.RawMessage `json:"-"`
}

// EventData is the object of an event. There is one type for each EventType.
type EventData interface {
	// EventType is the type of the events that have such an object.
	EventType() EventType
}

// EventResource names the object that an event is about.
type EventResource struct {
	// Type is what it is, such as wallet.
	Type string `json:"type"`
	// ID names it.
	ID string `json:"id"`
}

// EventRequest is the call that made an event happen.
type EventRequest struct {
	// ID is its request id.
	ID string `json:"id"`
	// IdempotencyKey is the key that it was made with; nil where there was none.
	IdempotencyKey *string `json:"idempotency_key"`
}

// EventActor is who made an event happen.
type EventActor struct {
	// Type is api_key, user, system or holder.
	Type string `json:"type"`
	// ID names them; nil of the system.
	ID *string `json:"id"`
}

// UnknownEvent is the object of an event that this version does not know.
type UnknownEvent struct {
	// Type of the event.
	Type EventType
	// Raw is the object's JSON.
	Raw json.RawMessage
}

// EventType is the type of the event.
func (u *UnknownEvent) EventType() EventType { return u.Type }

// UnmarshalJSON reads an event, and its object by its type.
func (e *Event) UnmarshalJSON(raw []byte) error {
	type envelope Event
	var read struct {
		envelope
		Data struct {
			Object    json.RawMessage            `json:"object"`
			Previous  map[string]json.RawMessage `json:"previous"`
			ObjectURL string                     `json:"object_url"`
		} `json:"data"`
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		return err
	}
	*e = Event(read.envelope)
	e.Raw = append(json.RawMessage(nil), raw...)
	e.Previous, e.ObjectURL = read.Data.Previous, read.Data.ObjectURL
	if len(read.Data.Object) == 0 {
		return nil
	}
	if data := newEventData(e.Type); data != nil {
		e.Data = data
		return json.Unmarshal(read.Data.Object, data)
	}
	e.Data = &UnknownEvent{Type: e.Type, Raw: read.Data.Object}
	return nil
}

// MarshalJSON writes it as it came.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Raw != nil {
		return e.Raw, nil
	}
	type envelope Event
	return json.Marshal(struct {
		envelope
		Data map[string]any `json:"data"`
	}{envelope(e), map[string]any{"object": e.Data}})
}

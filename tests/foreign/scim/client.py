"""What a directory does, by a client that holds each answer against RFC 7643 and RFC 7644: base address, token and domain are given."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_models import PatchOp, PatchOperation, SearchRequest

base, token, domain = sys.argv[1:]
scim = SyncSCIMClient(Client(base_url=base, headers={"Authorization": f"Bearer {token}"}))
scim.discover()
User, Group = (scim.get_resource_model(name) for name in ("User", "Group"))

name = User.model_fields["name"].annotation
made = scim.create(User(user_name=f"ann@{domain}", name={"givenName": "Ann", "familyName": "Example"}, active=True))
again = scim.create(User(user_name=f"ann@{domain}", active=True), raise_scim_errors=False)
found = scim.query(User, query_parameters=SearchRequest[User](filter=f'userName eq "ann@{domain}"'))
group = scim.create(Group(display_name="Reviewers", members=[{"value": made.id}]))
renamed = scim.query(User, made.id)
renamed.name.family_name = "Elsewhere"
replaced = scim.replace(renamed)
off = PatchOp[User](operations=[PatchOperation[User](op="replace", path="active", value=False)])
scim.modify(User, made.id, off)
ended = scim.query(User, made.id)
scim.delete(Group, group.id)
scim.delete(User, made.id)
gone = scim.query(User, made.id, raise_scim_errors=False)
print(
    json.dumps(
        {
            "made": made.active,
            "again": [again.status, again.scim_type],
            "found": [one.id == made.id for one in found.resources],
            "members": [one.value == made.id for one in group.members],
            "family_name": replaced.name.family_name,
            "ended": ended.active,
            "gone": gone.status,
        }
    )
)

# Three calls with the generated client: a token, a page of people, and one person. Its argument is the address.
import sys
import rostrum_crm
from rostrum_crm.api.o_auth_api import OAuthApi
from rostrum_crm.api.people_api import PeopleApi

configuration = rostrum_crm.Configuration(host=f"{sys.argv[1]}/crm")
configuration.access_token = None  # This version of the generator reads it before it is set.
with rostrum_crm.ApiClient(configuration) as client:
    token = OAuthApi(client).issue_token(
        grant_type="client_credentials",
        client_id="demo-client",
        client_secret="rst_demo-only-cascadia-0000000000000000000000000000",
    )
    configuration.access_token = token.access_token
    people = PeopleApi(client)
    page = people.list_people("demo", page_size=1)
    print(f"{page.total_count} people, the first is {page.data[0].first_name}")
    person = people.get_person(page.data[0].id, "demo")
    print(f"{person.first_name} {person.last_name}, read by id")

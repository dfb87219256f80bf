# Stands in for flux's Python module: keeps what is loaded in a file, and wants every field of flux-accounting's plugin.
import json
import os

STATE = os.path.join(os.path.dirname(__file__), "state.json")
FIELDS = {
    "userid": int, "bank": str, "def_bank": str, "fairshare": float, "max_running_jobs": int, "max_active_jobs": int, "queues": str,
    "active": int, "projects": str, "def_project": str, "max_nodes": int, "max_cores": int, "max_sched_jobs": int,
}


class Future:
    def __init__(self, value):
        self.value = value

    def get(self):
        return self.value


class Flux:
    def rpc(self, topic, payload=None):
        with open(STATE) as file:
            state = json.load(file)
        state["topics"].append(topic)
        if topic == "job-manager.mf_priority.rec_update":
            for row in payload["data"]:
                assert {name: type(value) for name, value in row.items()} == FIELDS, row
                state["records"].append(row)
                for user in state["mf_priority_map"]:
                    for bank in user["banks"]:
                        if user["userid"] == row["userid"] and bank["bank_name"] == row["bank"]:
                            bank["fairshare"] = row["fairshare"]
        with open(STATE, "w") as file:
            json.dump(state, file)
        return Future({"mf_priority_map": state["mf_priority_map"]})

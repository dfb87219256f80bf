# Stands in for HTCondor's bindings: the submitters are in a file, as name: [is a group, priority, factor].
import json
import os

STATE = os.path.join(os.path.dirname(__file__), "submitters.json")
HOST = "negotiator of the pool"


class DaemonType:
    Negotiator = "Negotiator"


class AdType:
    Accounting = "Accounting"


def load():
    with open(STATE, encoding="utf-8") as file:
        return json.load(file)


class Collector:
    def __init__(self, address=None):
        self.address = address

    def locate(self, kind):
        assert kind == DaemonType.Negotiator and self.address is None
        return HOST

    def query(self, kind, constraint, projection):
        assert kind == AdType.Accounting and self.address == HOST and constraint == "true"
        ads = []
        for name, (is_group, priority, factor) in load().items():
            ad = {"Name": name, "IsAccountingGroup": is_group, "Priority": priority, "PriorityFactor": factor}
            ads.append({**ad, "WeightedAccumulatedUsage": 7.0, "Ceiling": -1})
        assert list(ads[0]) == projection
        return ads


class Negotiator:
    def setFactor(self, name, factor):
        assert os.environ["_CONDOR_SEC_CLIENT_AUTHENTICATION"] == "REQUIRED"
        if name.startswith("denied"):
            raise RuntimeError("no right")
        state = load()
        state[name][1] *= factor / state[name][2]
        state[name][2] = factor
        with open(STATE, "w", encoding="utf-8") as file:
            json.dump(state, file)

# argument: {"edits": list of [submitter, factor], "seconds": until when edits are begun}. Writes what HTCondor says of each edit as a line of JSON, "" if
# it says nothing, and then all submitters as condor_userprio -af:rt does: no line of them where the negotiator cannot be asked in this way.
import json
import os
import sys
import time
import warnings

end = time.monotonic() + argument["seconds"]
# Where it is optional, an edit without authentication is refused in silence.
if argument["edits"]:
    os.environ["_CONDOR_SEC_CLIENT_AUTHENTICATION"] = "REQUIRED"
warnings.simplefilter("ignore")
sys.stdout.reconfigure(encoding="utf-8")
try:
    import htcondor2 as htcondor
except ImportError:
    import htcondor


def text(value):
    """As a ClassAd is written."""
    if value is None:
        return "undefined"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(float(value))


def number_or_none(ad, name):
    value = ad.get(name)
    return value if isinstance(value, (int, float)) else None


def submitters():
    """An ad of each. Asked for its whole list as one ad, a negotiator is busy for seconds where there are thousands."""
    kinds = getattr(htcondor, "DaemonType", None) or htcondor.DaemonTypes
    ads = getattr(htcondor, "AdType", None) or htcondor.AdTypes
    negotiator = htcondor.Collector().locate(kinds.Negotiator)
    return htcondor.Collector(negotiator).query(
        ads.Accounting, "true", ["Name", "IsAccountingGroup", "Priority", "PriorityFactor", "WeightedAccumulatedUsage", "Ceiling"]
    )


if argument["edits"]:
    negotiator = htcondor.Negotiator()
    for i, (submitter, factor) in enumerate(argument["edits"]):
        if i > 0 and time.monotonic() > end:
            break
        try:
            negotiator.setFactor(submitter, factor)
            words = ""
        except Exception as e:
            words = str(e) or type(e).__name__
        print(json.dumps(words))
try:
    found = submitters()
except Exception:
    found = []
for ad in found:
    numbers = [number_or_none(ad, name) for name in ("Priority", "PriorityFactor", "WeightedAccumulatedUsage", "Ceiling")]
    print("\t".join(text(value) for value in [ad["Name"], bool(ad.get("IsAccountingGroup", False))] + numbers))

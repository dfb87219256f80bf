# argument: list of [submitter, factor]. Writes what HTCondor says of each as a line of JSON: "" if it says nothing.
import os
import warnings

# Where it is optional, an edit without authentication is refused in silence.
os.environ["_CONDOR_SEC_CLIENT_AUTHENTICATION"] = "REQUIRED"
warnings.simplefilter("ignore")
try:
    import htcondor2 as htcondor
except ImportError:
    import htcondor

negotiator = htcondor.Negotiator()
for submitter, factor in argument:
    try:
        negotiator.setFactor(submitter, factor)
        words = ""
    except Exception as e:
        words = str(e) or type(e).__name__
    print(json.dumps(words))

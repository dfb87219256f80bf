package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.rules.host.HostActivity;
import io.fairstream.rules.host.HostJournal;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.host.HostLimits;
import io.fairstream.rules.host.HostOutcome;
import io.fairstream.rules.host.HostPoint;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostRow;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Turns reports of volunteers' hosts into charges and the table of hosts: a ledger for each host. A host is remembered for
 * ever: when it comes back its counters go on.
 */
public final class HostStage extends Stage<HostReport, HostLedger, Void> {
    /** The stage that gets each report that is the newest of its host. */
    public static final String ASSIGNMENT = "assignment";

    private final int activeWindow;
    private final WorkSums sums = new WorkSums(Ledger.HOST);

    public HostStage(TopologyConfig accounting) {
        this.activeWindow = accounting.volunteers().activeWindow();
    }

    @Override
    public StateCodec<HostLedger, Void> codec() {
        return Codecs.hosts();
    }

    @Override
    protected Ledger ledger() {
        return Ledger.HOST;
    }

    @Override
    protected @Nullable Refused apply(CacheEntry<HostLedger> state, HostReport report, Cause cause) {
        HostLedger ledger = state.state();
        HostActivity activity = ledger.see(report, activeWindow);
        if (activity.isFirstOfDay() || !activity.gpuDays().isEmpty()) {
            out().changed(state, cause.sent());
            out().charge(HostJournal.seen(report.host(), activity, cause, sums));
        }
        HostOutcome outcome = ledger.apply(report, HostLimits.DEFAULT);
        out().tally().sees(report.at(), cause.sent());
        out().tally().counts(outcome);
        if (!(outcome instanceof HostOutcome.Duplicate)) {
            out().changed(state, cause.sent());
            out().charge(HostJournal.charges(report.host(), outcome.charges(), cause, sums));
            if (ledger.isNewest(report)) {
                out().pass(ASSIGNMENT, report.host(), new AssignmentInput.OfReport(report), cause.sent());
            }
        }
        return null;
    }

    @Override
    protected void rows(CacheEntry<HostLedger> state) {
        HostPoint newest = state.state().newest();
        if (newest != null) {
            HostRow row = HostRow.of(
                    state.key(), newest, state.state().work(), state.state().cut());
            out().write(Outputs.HOSTS, state.key(), row, state.timestamp());
        }
    }

    @Override
    protected void commit() {
        out().charge(sums.take());
    }
}

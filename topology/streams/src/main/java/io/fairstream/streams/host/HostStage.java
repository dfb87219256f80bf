package io.fairstream.streams.host;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.host.HostCharge;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.host.HostLedger.HostActivity;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.host.HostPoint;
import io.fairstream.rules.host.HostPoint.HostRow;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.assign.AssignmentProcessor.AssignmentInput;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Turns reports of volunteers' hosts into charges and the table of hosts, with one ledger for each host. The state of a host never expires:
 * if the host returns, its counters continue.
 */
public final class HostStage extends Stage<HostReport, HostLedger, Void> {
    public static final Format<HostReport> HOST_REPORT = new RecordFormat<>(HostReport.class, Topics.HOST_REPORTS);

    public static final Output<HostRow> HOSTS = Output.of(Topics.HOSTS, HostRow.class);

    static final Layout<HostLedger, HostLedger> LAYOUT = Layout.of("host ledger", 1, HostLedger.class);

    private final int activeWindowDays;
    private final ChargeSums sums = new ChargeSums(Ledger.HOST);

    public HostStage(TopologyConfig config) {
        this.activeWindowDays = config.volunteers().activeWindowDays();
    }

    public static StageInput<HostReport> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.HOST_REPORTS,
                HOST_REPORT,
                StageInput.Key.of("host", HostReport::host),
                (report, sent, newest) -> report.refusal(config.times(), sent, newest),
                HostReport::at,
                new StageInput.Partitioning(config.partitions().hosts(), config.repartition(), null));
    }

    @Override
    public StateCodec<HostLedger, Void> codec() {
        return new SnapshotCodec<>(HostLedger::new, LAYOUT, null);
    }

    @Override
    protected Maintenance<HostLedger> maintenance() {
        return new Maintenance<HostLedger>().atCommit(() -> out().charge(sums.take()));
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<HostLedger> state, HostReport report, Cause cause) {
        HostLedger ledger = state.state();
        HostActivity activity = ledger.see(report, activeWindowDays);
        if (activity.isFirstOfDay() || !activity.gpuDays().isEmpty()) {
            out().changed(state, cause.sent());
            out().charge(activity.charges(report.host(), cause, sums));
        }
        Outcome<HostCharge, Void> outcome = ledger.apply(report, HostLimits.DEFAULT);
        out().counts().noteEvent(report.at(), cause.sent());
        out().counts().count(outcome.effect());
        if (outcome.effect() != Effect.DUPLICATE) {
            out().changed(state, cause.sent());
            out().charge(HostCharge.charges(report.host(), outcome.charges(), cause, sums));
            if (ledger.isNewest(report)) {
                out().pass(AssignmentProcessor.NAME, report.host(), new AssignmentInput.OfReport(report), cause.sent());
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
            out().write(HOSTS, state.key(), row, state.timestamp());
        }
    }
}

package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.rules.ledger.host.HostActivity;
import io.fairstream.rules.ledger.host.HostJournal;
import io.fairstream.rules.ledger.host.HostLedger;
import io.fairstream.rules.ledger.host.HostLimits;
import io.fairstream.rules.ledger.host.HostOutcome;
import io.fairstream.rules.ledger.host.HostPoint;
import io.fairstream.rules.ledger.host.HostReport;
import io.fairstream.rules.ledger.host.HostRow;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Turns reports of volunteers' hosts into charges and the table of hosts: a ledger for each host. A host is remembered for
 * ever: when it comes back its counters go on.
 */
public final class HostLedgerProcessor extends LedgerProcessor<HostReport, HostLedger, Void> {
    /**
     * The nodes of the topology to which results go.
     *
     * @param newest gets each report that is the newest of its host
     */
    public record Sinks(String charges, String hosts, String rejections, String tallies, String newest) {}

    private final Sinks sinks;
    private final int activeWindow;
    private Journal journal;
    private WorkSums sums;

    @SuppressWarnings("NullAway.Init") // what sums up is there from start on
    public HostLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        super(
                accounting,
                storeName,
                new Input<>(Topics.HOST_REPORTS, accounting.partitions().hosts(), "host", Formats.HOST_REPORT),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        this.sinks = sinks;
        this.activeWindow = accounting.volunteers().activeWindow();
    }

    @Override
    WriteBackStore.Flush<HostLedger> start() {
        journal = new Journal(accounting(), context(), sinks.charges(), Ledger.HOST);
        sums = new WorkSums(Ledger.HOST);
        return new Flush();
    }

    @Override
    String key(HostReport report, @Nullable String given) {
        return report.host();
    }

    @Override
    long at(HostReport report) {
        return report.at();
    }

    @Override
    @Nullable
    Refused refusal(HostReport report, long sent, long newest) {
        return report.refusal(accounting().times(), sent, newest);
    }

    @Override
    @Nullable
    Refused apply(HostReport report, Record<String, HostReport> record, Origin origin) {
        WriteBackStore.CacheEntry<HostLedger> slot = store().slot(report.host());
        HostLedger ledger = slot.state();
        Cause cause = origin.cause(record.timestamp());
        HostActivity activity = ledger.see(report, activeWindow);
        if (activity.isFirstOfDay() || !activity.gpuDays().isEmpty()) {
            store().changed(slot, record.timestamp());
            journal.write(HostJournal.seen(report.host(), activity, cause, sums));
        }
        HostOutcome outcome = ledger.apply(report, HostLimits.DEFAULT);
        tally().sees(report.at(), record.timestamp());
        tally().counts(outcome);
        if (!(outcome instanceof HostOutcome.Duplicate)) {
            store().changed(slot, record.timestamp());
            journal.write(HostJournal.charges(report.host(), outcome.charges(), cause, sums));
        }
        if (!(outcome instanceof HostOutcome.Duplicate) && ledger.isNewest(report)) {
            forward(report.host(), report, record.timestamp(), sinks.newest());
        }
        return null;
    }

    private final class Flush implements WriteBackStore.Flush<HostLedger> {
        @Override
        public void publish(WriteBackStore.CacheEntry<HostLedger> slot) {
            HostPoint newest = slot.state().newest();
            if (newest != null) {
                HostRow row = HostRow.of(
                        slot.key(), newest, slot.state().work(), slot.state().cut());
                forward(slot.key(), row, slot.timestamp(), sinks.hosts());
            }
        }

        @Override
        public void finish() {
            journal.write(sums.take());
            journal.flush();
            outcomes().finish();
        }
    }
}

package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.rules.ledger.host.HostActivity;
import io.fairstream.rules.ledger.host.HostCharge;
import io.fairstream.rules.ledger.host.HostLedger;
import io.fairstream.rules.ledger.host.HostLimits;
import io.fairstream.rules.ledger.host.HostOutcome;
import io.fairstream.rules.ledger.host.HostPoint;
import io.fairstream.rules.ledger.host.HostReport;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.HostReportWire;
import io.fairstream.streams.wire.HostRow;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.WorkCharge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private WorkCharges sums;

    /** Of whom and when. */
    private record Interval(String user, long from, long to) {}

    @SuppressWarnings("NullAway.Init") // what sums up is there from start on
    public HostLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        super(
                accounting,
                storeName,
                new Input<>(Topics.HOST_REPORTS, accounting.partitions().hosts(), "host", new HostReportWire()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        this.sinks = sinks;
        this.activeWindow = accounting.volunteers().activeWindow();
    }

    @Override
    WriteBackStore.Flush<HostLedger> start() {
        sums = new WorkCharges(context(), sinks.charges(), LedgerKind.HOST);
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
        WriteBackStore.Slot<HostLedger> slot = store().slot(report.host());
        HostLedger ledger = slot.state();
        HostActivity activity = ledger.see(report, activeWindow);
        if (activity.isNews() || !activity.gpuDays().isEmpty()) {
            store().changed(slot, record.timestamp());
            tell(report.host(), activity, origin, record.timestamp());
        }
        HostOutcome outcome = ledger.apply(report, HostLimits.DEFAULT);
        tally().sees(report.at(), record.timestamp());
        tally().counts(outcome);
        if (!(outcome instanceof HostOutcome.Duplicate)) {
            store().changed(slot, record.timestamp());
            charge(report.host(), outcome.charges(), origin, record.timestamp());
        }
        if (!(outcome instanceof HostOutcome.Duplicate) && ledger.isNewest(report)) {
            forward(report.host(), report, record.timestamp(), sinks.newest());
        }
        return null;
    }

    private void tell(String host, HostActivity activity, Origin origin, long timestamp) {
        sums.addActive(Active.HOST, activity.day(), activity.days(), origin, timestamp);
        sums.addActive(Active.GPU_HOST, activity.day(), activity.gpuDays(), origin, timestamp);
        if (activity.isNews()) {
            WorkCharge.Told seen = new WorkCharge.Told(new DayChange.Seen(activity.day()));
            write(host, activity.user(), seen, origin, timestamp);
        }
    }

    private void charge(String host, List<HostCharge> charges, Origin origin, long timestamp) {
        Map<Interval, List<WorkCharge.Part>> parts = new LinkedHashMap<>();
        for (HostCharge charge : charges) {
            parts.computeIfAbsent(
                            new Interval(charge.user(), charge.from(), charge.to()), interval -> new ArrayList<>(2))
                    .add(new WorkCharge.Part(charge.project(), charge.app(), charge.work(), charge.cut()));
            UtcDays.Piece piece = new UtcDays.Piece(charge.from(), charge.to(), charge.work());
            sums.addDay(WorkCharges.TOTAL, piece, origin, timestamp);
            sums.addDay(WorkCharges.project(charge.project()), piece, origin, timestamp);
            sums.addTarget(charge.project(), charge.app(), piece, origin, timestamp);
        }
        parts.forEach((interval, done) -> write(
                host, interval.user(), new WorkCharge.Done(interval.from(), interval.to(), done), origin, timestamp));
    }

    private void write(String host, String user, WorkCharge.Entry entry, Origin origin, long timestamp) {
        sums.write(
                new WorkCharge(ChargeKind.DAY, WorkCharges.user(user), LedgerKind.HOST, host, entry, origin),
                timestamp);
    }

    private final class Flush implements WriteBackStore.Flush<HostLedger> {
        @Override
        public void publish(WriteBackStore.Slot<HostLedger> slot) {
            HostPoint newest = slot.state().newest();
            if (newest != null) {
                HostRow row = new HostRow(
                        slot.key(), newest, slot.state().work(), slot.state().cut());
                forward(slot.key(), row, slot.timestamp(), sinks.hosts());
            }
        }

        @Override
        public void finish() {
            sums.flush();
            outcomes().finish();
        }
    }
}

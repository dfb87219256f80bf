package io.fairstream.streams.process;

import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Membership;
import io.fairstream.streams.wire.GroupCharge;
import io.fairstream.streams.wire.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Sums up what groups are charged for those one level down, and charges them at each commit. */
final class GroupCharges {
    private final ProcessorContext<String, Object> context;
    private final String sink;
    private final Map<Use, Sum> sums = new LinkedHashMap<>();

    /** What adds up. */
    private record Use(String group, boolean isDirect, long at, long since) {
        static Use of(Membership.Charge charge) {
            Entry.UseChange change = charge.change();
            return new Use(charge.group(), change instanceof Entry.Use, change.at(), change.since());
        }
    }

    private record Sum(GroupCharge charge, long timestamp) {
        Sum plus(Sum other) {
            Entry.UseChange change = charge.change().plus(other.charge.change());
            return new Sum(
                    new GroupCharge(charge.group(), change, other.charge.cause()),
                    Math.max(timestamp, other.timestamp));
        }
    }

    GroupCharges(ProcessorContext<String, Object> context, String sink) {
        this.context = context;
        this.sink = sink;
    }

    /**
     * Takes in a charge.
     *
     * @param cause what those one level down were charged for
     */
    void add(Membership.Charge charge, Origin cause, long timestamp) {
        Sum sum = new Sum(new GroupCharge(charge.group(), charge.change(), cause), timestamp);
        sums.merge(Use.of(charge), sum, Sum::plus);
    }

    /** Writes the sums that are not nothing. */
    void flush() {
        for (Sum sum : sums.values()) {
            GroupCharge charge = sum.charge();
            if (charge.change().resources() != 0 || charge.change().weight() != 0) {
                context.forward(new Record<>(charge.group(), charge, sum.timestamp()), sink);
            }
        }
        sums.clear();
    }
}

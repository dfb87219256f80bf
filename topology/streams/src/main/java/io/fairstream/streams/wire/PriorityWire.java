package io.fairstream.streams.wire;

import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.Decision;
import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.account.Groups;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Priority;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of priorities. */
public final class PriorityWire implements FastAvroWriter<PriorityRow> {
    private static final Symbols<FactorRules.Source> SOURCES =
            new Symbols<>(FactorRules.Source.class, FactorSource.getClassSchema());
    private static final Symbols<Decision.Kind> KINDS = new Symbols<>(Decision.Kind.class, LeaseKind.getClassSchema());

    @Override
    public Schema schema() {
        return Priority.getClassSchema();
    }

    @Override
    public void write(PriorityRow row, AvroOut out) {
        AccountState standing = row.standing();
        FactorRules.Factor factor = row.factors().of(row.customer(), standing);
        out.writeString(row.customer());
        out.writeDouble(standing.realPriority());
        out.writeDouble(standing.realPriority() * factor.value());
        out.writeDouble(factor.value());
        out.writeLong(SOURCES.index(factor.source()));
        out.writeNullable(bound(standing.inForce(Decision.Kind.CEILING)));
        out.writeNullable(bound(standing.inForce(Decision.Kind.FLOOR)));
        writeLeases(row, out);
        out.writeLong(standing.resourcesInUse());
        out.writeDouble(standing.weightInUse());
        out.writeDouble(standing.accumulatedUsage());
        out.writeDouble(standing.weightedAccumulatedUsage());
        out.writeNullable(time(standing.beginUsage()));
        out.writeNullable(time(standing.lastUsage()));
        out.writeLong(standing.asOf());
        out.writeDouble(row.halfLife().seconds());
        Groups groups = row.factors().groups();
        boolean isGroup = groups.isGroup(row.customer());
        out.writeBoolean(isGroup);
        out.writeNullable(groups.parent(row.customer()));
        out.writeNullable(isGroup ? (Double) standing.subtreeWeightInUse() : null);
    }

    private static void writeLeases(PriorityRow row, AvroOut out) {
        int count = 0;
        for (Decision.Kind kind : Decision.Kind.values()) {
            count += row.standing().leases(kind).size();
        }
        if (count > 0) {
            out.writeLong(count);
            for (Decision.Kind kind : Decision.Kind.values()) {
                writeLeases(kind, row, out);
            }
        }
        out.writeLong(0);
    }

    private static void writeLeases(Decision.Kind kind, PriorityRow row, AvroOut out) {
        List<Decision> leases = row.standing().leases(kind);
        for (Decision lease : leases) {
            out.writeLong(KINDS.index(kind));
            out.writeDouble(lease.value());
            out.writeLong(lease.at());
            out.writeLong(lease.until());
            if (kind == Decision.Kind.FACTOR) {
                FactorRules.Factor prior = row.factors().withoutLeases(row.customer(), row.standing());
                out.writeNullable((Double) prior.value());
                out.writeLong(1);
                out.writeLong(SOURCES.index(prior.source()));
            } else {
                out.writeNullable(bound(row.standing().forGood(kind)));
                out.writeLong(0);
            }
        }
    }

    private static @Nullable Double bound(@Nullable Decision decided) {
        return decided == null || decided.isNone() ? null : (Double) decided.value();
    }

    private static @Nullable Long time(long millis) {
        return millis == AccountState.NEVER ? null : (Long) millis;
    }
}

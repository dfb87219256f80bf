package io.fairstream.streams.wire;

import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.association.UsageSums;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** Rows of associations and banks. */
public final class AssociationUsageFormat implements Format<AssociationState> {
    private static final Symbols<ShareNode.Kind> KINDS =
            new Symbols<>(ShareNode.Kind.class, ShareKind.getClassSchema());

    private final UsageTerms terms;

    /**
     * @param terms under which the sums hold that are written; those that are read hold under the same
     */
    public AssociationUsageFormat(UsageTerms terms) {
        this.terms = terms;
    }

    @Override
    public Schema schema() {
        return AssociationUsage.getClassSchema();
    }

    @Override
    public void write(AssociationState row, AvroOut out) {
        UsageSums sums = row.sums();
        out.writeString(row.path());
        out.writeLong(KINDS.index(row.kind()));
        out.writeNullable(row.user());
        out.writeNullable(row.shares());
        out.writeBoolean(row.active());
        out.writeDouble(row.rawUsage());
        out.writeItems(sums.periods().entrySet(), period -> {
            out.writeLong(period.getKey());
            out.writeDouble(period.getValue() / UsageTerms.UNITS);
        });
        out.writeDouble(row.periodUsage(row.asOf(), terms));
        out.writeDouble(row.smoothUsage(row.asOf(), terms));
        out.writeDouble(sums.weight());
        out.writeLong(row.asOf());
        out.writeDouble(terms.halfLife().seconds());
        out.writeLong(terms.periods().epoch());
        out.writeLong(terms.periods().count());
        out.writeDouble(terms.periods().decayFactor());
        out.writeBoolean(row.useParent());
    }

    @Override
    public AssociationState read(AvroIn in) {
        String path = in.readString();
        ShareNode.Kind kind = KINDS.at(in.readIndex(KINDS.count()));
        in.readNullableString();
        Double shares = in.readNullableDouble();
        boolean active = in.readBoolean();
        long units = units(in.readDouble());
        Map<Long, Long> periods = new TreeMap<>();
        in.readBlocks(() -> periods.put(in.readLong(), units(in.readDouble())));
        in.readDouble();
        double smooth = in.readDouble();
        double weight = in.readDouble();
        long asOf = in.readLong();
        in.readDouble();
        in.readLong();
        in.readInt();
        in.readDouble();
        boolean useParent = in.readBoolean();
        return new AssociationState(
                path, kind, shares, active, useParent, new UsageSums(asOf, 0, weight, smooth, units, periods));
    }

    private static long units(double nodeSeconds) {
        return Math.round(nodeSeconds * UsageTerms.UNITS);
    }
}

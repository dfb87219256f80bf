package io.fairstream.streams.priority;

import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.Format;
import org.apache.avro.Schema;

/** Format of account edits, without the reasons, which are for people only. */
final class AccountEditFormat implements Format<CustomerEdit> {
    private static final int KINDS = 10;
    private static final Symbols<Decision.Kind> LEASES = new Symbols<>(Decision.Kind.class, LeaseKind.getClassSchema());

    @Override
    public Schema schema() {
        return AccountEdit.getClassSchema();
    }

    @Override
    public CustomerEdit read(AvroIn in) {
        String customer = in.readString();
        long at = in.readLong();
        String by = in.readString();
        Edit edit = readEdit(at, by, in);
        if (in.readIndex(2) == 1) {
            in.skipString();
        }
        return new CustomerEdit(customer, edit);
    }

    private static Edit readEdit(long at, String by, AvroIn in) {
        return switch (in.readIndex(KINDS)) {
            case 0 -> readDecision(at, by, Decision.Kind.FACTOR, in);
            case 1 -> readDecision(at, by, Decision.Kind.CEILING, in);
            case 2 -> readDecision(at, by, Decision.Kind.FLOOR, in);
            case 3 -> new Edit.CancelLease(at, by, LEASES.at(in.readIndex(LEASES.count())));
            case 4 -> new Edit.SetPriority(at, by, in.readDouble());
            case 5 -> new Edit.SetAccumulatedUsage(at, by, in.readDouble());
            case 6 -> new Edit.SetBeginUsage(at, by, in.readLong());
            case 7 -> new Edit.SetLastUsage(at, by, in.readLong());
            case 8 -> new Edit.ResetUsage(at, by);
            default -> new Edit.Delete(at, by);
        };
    }

    private static Edit readDecision(long at, String by, Decision.Kind kind, AvroIn in) {
        double value = in.readDouble();
        long until = in.readIndex(2) == 0 ? Decision.FOR_GOOD : in.readLong();
        return new Edit.Decide(at, by, kind, value, until);
    }

    @Override
    public void write(CustomerEdit edit, AvroOut out) {
        out.writeString(edit.customer());
        out.writeLong(edit.edit().at());
        out.writeString(edit.edit().by());
        out.writeLong(edit.edit().rank());
        writeEdit(edit.edit(), out);
        out.writeNullable((String) null);
    }

    private static void writeEdit(Edit edit, AvroOut out) {
        if (edit instanceof Edit.Decide decide) {
            out.writeDouble(decide.value());
            out.writeNullable(decide.until() == Decision.FOR_GOOD ? null : (Long) decide.until());
        } else if (edit instanceof Edit.CancelLease cancel) {
            out.writeLong(LEASES.index(cancel.kind()));
        } else if (edit instanceof Edit.SetPriority set) {
            out.writeDouble(set.priority());
        } else if (edit instanceof Edit.SetAccumulatedUsage set) {
            out.writeDouble(set.weightedSeconds());
        } else if (edit instanceof Edit.SetBeginUsage set) {
            out.writeLong(set.beginUsage());
        } else if (edit instanceof Edit.SetLastUsage set) {
            out.writeLong(set.lastUsage());
        }
    }
}

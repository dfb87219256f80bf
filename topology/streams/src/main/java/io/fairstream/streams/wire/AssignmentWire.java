package io.fairstream.streams.wire;

import io.fairstream.rules.assign.Assignment;
import io.fairstream.rules.assign.Resource;
import java.util.Set;
import org.apache.avro.Schema;

/** Rows of hosts and the projects they are given. */
public final class AssignmentWire implements FastAvroWriter<AssignmentRow> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.Assignment.getClassSchema();
    }

    @Override
    public void write(AssignmentRow row, AvroOut out) {
        Assignment assignment = row.assignment();
        out.writeString(assignment.host());
        out.writeString(row.user());
        out.writeLong(row.at());
        out.writeString(row.policy());
        out.writeItems(assignment.choices(), choice -> {
            out.writeString(choice.project());
            out.writeDouble(choice.score());
            writeNames(choice.uses(), out);
            out.writeString(choice.reason());
        });
        out.writeItems(assignment.passed(), passed -> {
            out.writeString(passed.project());
            out.writeString(passed.reason());
        });
        writeNames(assignment.idle(), out);
    }

    private static void writeNames(Set<Resource> resources, AvroOut out) {
        out.writeStrings(resources.stream().map(Resource::name).sorted().toList());
    }
}

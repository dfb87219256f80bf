package io.fairstream.schemas;

import static org.apache.avro.util.ClassSecurityValidator.composite;
import static org.apache.avro.util.ClassSecurityValidator.getGlobal;
import static org.apache.avro.util.ClassSecurityValidator.setGlobal;

import org.jspecify.annotations.NullMarked;

/** Tells Avro that the generated records of this package may be instantiated; what is allowed otherwise stays as it is. */
@NullMarked
public final class GeneratedRecords {
    private static final String PACKAGE = GeneratedRecords.class.getPackageName();

    static {
        setGlobal(composite(getGlobal(), type -> type.getPackageName().equals(PACKAGE)));
    }

    private GeneratedRecords() {}

    /**
     * Call before decoding a record, or copying one by {@code newBuilder(record)}. {@link AvroSerde}, {@link Topics} and
     * {@link PriorityAt} do it themselves. Any number of calls is one.
     */
    public static void allow() {
        // The work is done once, when the class is initialized.
    }
}

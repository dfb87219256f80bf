package io.fairstream.schemas;

import static org.apache.avro.util.ClassSecurityValidator.composite;
import static org.apache.avro.util.ClassSecurityValidator.getGlobal;
import static org.apache.avro.util.ClassSecurityValidator.setGlobal;

import java.util.List;
import org.jspecify.annotations.NullMarked;

/**
 * Tells Avro that the generated records of this package may be instantiated, and that no string or array of a record is larger than a
 * record of Kafka can be: by itself it allocates what a length of four bytes promises. What is set otherwise stays as it is.
 */
@NullMarked
public final class GeneratedRecords {
    private static final String PACKAGE = GeneratedRecords.class.getPackageName();

    private static final String LIMITS = "org.apache.avro.limits.";
    private static final String LARGEST_RECORD = Integer.toString(1 << 20);

    static {
        for (String what : List.of("string.maxLength", "bytes.maxLength", "collectionItems.maxLength")) {
            if (System.getProperty(LIMITS + what) == null) {
                System.setProperty(LIMITS + what, LARGEST_RECORD);
            }
        }
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

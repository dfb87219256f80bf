package io.fairstream.schemas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Avro model of the generated records of this package; it finds their classes itself. Otherwise Avro asks a filter of the whole JVM for
 * each class, which only the program may set. The generated records use this model to copy themselves.
 */
@NullMarked
public final class GeneratedRecords extends SpecificData {
    private static final String PACKAGE = GeneratedRecords.class.getPackageName();
    private static final Map<String, Class<?>> CLASSES = new ConcurrentHashMap<>();
    private static final GeneratedRecords MODEL = new GeneratedRecords();

    /** Creates a model for the generated records, each of which has its own model. */
    GeneratedRecords() {
        super(GeneratedRecords.class.getClassLoader());
        addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
    }

    /** Returns the model for readers and writers of all these records. */
    public static GeneratedRecords model() {
        return MODEL;
    }

    /** Returns the class of a schema; null if there is none, for example for a record of a later version. */
    @Override
    @SuppressWarnings("rawtypes") // as it is declared
    public @Nullable Class getClass(Schema schema) {
        return isNamed(schema) && PACKAGE.equals(schema.getNamespace())
                ? CLASSES.computeIfAbsent(schema.getFullName(), this::load)
                : super.getClass(schema);
    }

    private static boolean isNamed(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> true;
            default -> false;
        };
    }

    private @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, true, getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}

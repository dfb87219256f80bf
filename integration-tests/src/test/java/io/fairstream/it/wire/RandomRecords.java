package io.fairstream.it.wire;

import io.fairstream.schemas.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Records of any schema with contents that nobody would choose by hand. The same seed gives the same records. */
final class RandomRecords {
    private static final String[] ALPHABET = {"a", "Z", "0", " ", "\"", "/", "@", "ß", "β", "中", "🦉"};
    private static final double[] DOUBLES = {
        0, -0.0, 0.5, 1, -1, 1e-300, 1e300, Double.MAX_VALUE, Double.POSITIVE_INFINITY
    };
    private static final long YEAR_2100 = 4_102_444_800_000L;

    private final Random random;

    RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    /** A generated record of the topic's value. */
    SpecificRecord next(Topic<?> topic) throws IOException {
        Schema schema = topic.schema().orElseThrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<>(schema).write(datum(schema), encoder);
        encoder.flush();
        return new SpecificDatumReader<SpecificRecord>(schema, schema, SpecificData.getForClass(topic.value()))
                .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    }

    private @Nullable Object datum(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> record(schema);
            case UNION -> datum(any(schema.getTypes()));
            case ARRAY -> array(schema);
            case MAP -> random.nextBoolean() ? Map.of() : Map.of("gres/gpu", random.nextLong());
            case ENUM -> new GenericData.EnumSymbol(schema, any(schema.getEnumSymbols()));
            case STRING -> text();
            case LONG -> schema.getLogicalType() == null ? random.nextLong() : random.nextLong(YEAR_2100);
            case INT -> random.nextInt();
            case DOUBLE -> random.nextBoolean() ? random.nextGaussian() : DOUBLES[random.nextInt(DOUBLES.length)];
            case BOOLEAN -> random.nextBoolean();
            case NULL -> null;
            default -> throw new IllegalArgumentException("no random value of " + schema);
        };
    }

    private GenericData.Record record(Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.name(), datum(field.schema()));
        }
        return record;
    }

    private List<@Nullable Object> array(Schema schema) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(datum(schema.getElementType()));
        }
        return elements;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 500 : 20); i > 0; i--) {
            text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
        }
        return text.toString();
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

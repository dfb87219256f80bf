package io.fairstream.client;

import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Codec for the rows of a table in memory: the key, then Avro binary with this release's schema, which has the key of some tables as its
 * first field. Most values of the topic have this layout, after a header of five bytes; they are copied, and decoded only when they are
 * read. Values with another schema are converted.
 */
final class RowLayout<R extends SpecificRecord> {
    private static final int HEADER = 1 + Integer.BYTES;

    private final FollowedTable<R> table;
    private final SchemaRegistry registry;
    private final AvroSerde<R> serde;
    private final String form;
    private final SpecificDatumReader<R> reader;
    private final SpecificDatumWriter<R> writer;
    private final Map<Integer, Boolean> isOurs = new ConcurrentHashMap<>();

    RowLayout(FollowedTable<R> table, SchemaRegistry registry) {
        Class<R> type = table.topic().value();
        this.table = table;
        this.registry = registry;
        this.serde = new AvroSerde<>(type, registry);
        this.reader = new SpecificDatumReader<>(type);
        this.writer = new SpecificDatumWriter<>(type);
        this.form = SchemaNormalization.toParsingForm(reader.getSchema());
    }

    FollowedTable<R> table() {
        return table;
    }

    /**
     * Returns the row of a value.
     *
     * @throws SerializationException if the value is not a row of this key
     * @throws RegistryException if the registry is unavailable
     */
    byte[] row(String topic, byte[] key, byte[] value) {
        byte[] row = isInOurLayout(value)
                ? Arrays.copyOfRange(value, HEADER, value.length)
                : encode(Objects.requireNonNull(serde.deserialize(topic, value)));
        if (!table.isKeyFirst()) {
            return withKey(key, row);
        }
        if (!RowTable.isOf(key, row)) {
            throw new SerializationException(
                    topic + ": value of " + value.length + " bytes: does not belong to its key");
        }
        return row;
    }

    /** Returns true if the value has this release's schema; false for an invalid value, which the serde then refuses. */
    private boolean isInOurLayout(byte[] value) {
        if (value.length <= HEADER || value[0] != 0) {
            return false;
        }
        int id = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
        Boolean known = isOurs.get(id);
        if (known == null) {
            known = isSchemaOurs(id);
            isOurs.put(id, known);
        }
        return known;
    }

    private boolean isSchemaOurs(int id) {
        try {
            return SchemaNormalization.toParsingForm(registry.byId(id)).equals(form);
        } catch (RegistryException e) {
            if (e.isUnknown()) {
                throw new SerializationException(table.topic().name() + ": the registry has no schema " + id, e);
            }
            if (e.isAboutTheSchema()) {
                throw new SerializationException(table.topic().name() + ": " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private byte[] encode(R row) {
        return bytes(encoder -> writer.write(row, encoder));
    }

    private static byte[] withKey(byte[] key, byte[] row) {
        return bytes(encoder -> {
            encoder.writeBytes(key);
            encoder.writeFixed(row);
        });
    }

    private interface Encoding {
        void write(BinaryEncoder encoder) throws IOException;
    }

    private static byte[] bytes(Encoding encoding) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        try {
            encoding.write(encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    R decode(byte[] row) {
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(row, null);
        try {
            if (!table.isKeyFirst()) {
                decoder.skipString();
            }
            return reader.read(null, decoder);
        } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
            throw new SerializationException("row of " + row.length + " bytes cannot be read: " + e.getMessage(), e);
        }
    }
}

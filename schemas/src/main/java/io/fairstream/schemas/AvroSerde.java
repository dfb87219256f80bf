package io.fairstream.schemas;

import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.Utf8;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Records in the Confluent wire format: a zero byte, the id of the writer's schema (4 bytes, big endian), Avro binary. The
 * subject is {@code <topic>-value}; the reader's schema is that of the generated class. Null stays null. Safe for several threads.
 *
 * <p>The class is both serializer and deserializer and can be named in a client's configuration. It then reads any record of this package,
 * chosen by the writer's schema, and takes its registry from {@link SchemaRegistries#from}.
 *
 * <p>Bytes in another format raise {@link SerializationException}. An unreachable or refusing registry raises {@link RegistryException},
 * which does not mean that the bytes are invalid.
 */
@NullMarked
public final class AvroSerde<V extends SpecificRecord> implements Serde<V>, Serializer<V>, Deserializer<V> {
    /** Size in bytes of what precedes the Avro binary. */
    public static final int HEADER = 1 + Integer.BYTES;

    private static final ThreadLocal<Output> OUTPUT = ThreadLocal.withInitial(Output::new);
    private static final ThreadLocal<BoundedDecoder> DECODER =
            ThreadLocal.withInitial(() -> new BoundedDecoder(new byte[0], 0, 0));

    private final @Nullable Class<V> value;
    private final Map<SubjectOf, Integer> ids = new ConcurrentHashMap<>();
    private final Map<Schema, DatumWriter<V>> writers = new ConcurrentHashMap<>();
    private final Map<Integer, DatumReader<V>> readers = new ConcurrentHashMap<>();
    private @Nullable SchemaRegistry registry;

    private record SubjectOf(String topic, Schema schema) {}

    /** Creates a serde for Kafka, which then calls {@link #configure}. */
    public AvroSerde() {
        this.value = null;
    }

    /** Creates a serde that reads records of one class only. */
    public AvroSerde(Class<V> value, SchemaRegistry registry) {
        this.value = value;
        this.registry = registry;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (isKey) {
            throw new IllegalArgumentException("AvroSerde is for values (expected: keys are UTF-8 strings)");
        }
        if (registry == null) {
            registry = SchemaRegistries.from(configs);
        }
    }

    @Override
    public Serializer<V> serializer() {
        return this;
    }

    @Override
    public Deserializer<V> deserializer() {
        return this;
    }

    @Override
    public void close() {}

    /** Registers the schema of this serde's class for a topic, so that later records need no registry. */
    public void register(String topic) {
        if (value != null) {
            int unused = id(topic, SpecificData.getForClass(value).getSchema(value));
        }
    }

    private int id(String topic, Schema schema) {
        SubjectOf subject = new SubjectOf(topic, schema);
        Integer known = ids.get(subject);
        if (known == null) {
            known = registry().register(topic + "-value", schema);
            ids.put(subject, known);
        }
        return known;
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable V data) {
        if (data == null) {
            return null;
        }
        Schema schema = data.getSchema();
        int id = id(topic, schema);
        DatumWriter<V> writer = writers.computeIfAbsent(
                schema, key -> new SpecificDatumWriter<>(key, SpecificData.getForClass(data.getClass())));
        try {
            return OUTPUT.get().write(id, writer, data);
        } catch (IOException | AvroRuntimeException | NullPointerException | ClassCastException e) {
            throw new SerializationException(
                    topic + ": cannot write " + data.getClass().getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable V deserialize(String topic, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        try {
            return read(data);
        } catch (SerializationException e) {
            throw new SerializationException(
                    topic + ": value of " + data.length + " bytes: " + e.getMessage(), e.getCause());
        }
    }

    private V read(byte[] data) {
        DatumReader<V> reader = reader(writerId(data));
        BoundedDecoder decoder = DECODER.get().at(data, HEADER, data.length - HEADER);
        V record;
        boolean atEnd;
        try {
            record = reader.read(null, decoder);
            atEnd = decoder.isEnd();
        } catch (IOException | RuntimeException e) {
            throw new SerializationException("the Avro part cannot be read: " + e, e);
        }
        if (!atEnd) {
            throw new SerializationException("bytes follow the record's end");
        }
        return record;
    }

    public static int writerId(byte[] data) {
        if (data.length < HEADER) {
            throw new SerializationException("too short (expected: 0, 4 bytes of schema id, Avro binary)");
        }
        if (data[0] != 0) {
            throw new SerializationException("first byte " + data[0] + " (expected: 0, the Confluent wire format)");
        }
        return ByteBuffer.wrap(data, 1, Integer.BYTES).getInt();
    }

    private DatumReader<V> reader(int id) {
        DatumReader<V> known = readers.get(id);
        if (known == null) {
            known = newReader(id);
            readers.put(id, known);
        }
        return known;
    }

    private DatumReader<V> newReader(int id) {
        Schema writer = writer(registry(), id);
        Class<?> type = value == null ? GeneratedRecords.model().getClass(writer) : value;
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new SerializationException(
                    "schema " + id + " is of " + writer.getFullName() + " (expected: a record of Fairstream's)");
        }
        SpecificData model = SpecificData.getForClass(type);
        Schema reader = model.getSchema(type);
        requireSameName(id, writer, reader);
        @SuppressWarnings("unchecked")
        DatumReader<V> created = (DatumReader<V>) model.createDatumReader(writer, reader);
        return created;
    }

    /** Returns the schema of a writer; throws {@link SerializationException} if the registry has no readable schema with the id. */
    public static Schema writer(SchemaRegistry registry, int id) {
        try {
            return registry.byId(id);
        } catch (RegistryException e) {
            if (e.isUnknown()) {
                throw new SerializationException("the registry knows no schema " + id, e);
            }
            if (e.isAboutTheSchema()) {
                throw new SerializationException("no schema " + id + " that can be read", e);
            }
            throw e;
        }
    }

    /** Throws {@link SerializationException} unless both schemas describe the same record. */
    public static void requireSameName(int id, Schema writer, Schema reader) {
        if (!writer.getFullName().equals(reader.getFullName())) {
            throw new SerializationException(
                    "schema " + id + " is of " + writer.getFullName() + " (expected: " + reader.getFullName() + ")");
        }
    }

    private SchemaRegistry registry() {
        return Objects.requireNonNull(registry, "configure() comes first");
    }

    private static final class Output {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        private @Nullable BinaryEncoder encoder;

        <T> byte[] write(int id, DatumWriter<T> writer, T data) throws IOException {
            bytes.reset();
            bytes.write(0);
            bytes.write(id >>> 24);
            bytes.write(id >>> 16);
            bytes.write(id >>> 8);
            bytes.write(id);
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
            writer.write(data, encoder);
            encoder.flush();
            return bytes.toByteArray();
        }
    }

    /**
     * Avro's binary decoder for a record in memory; it rejects an array or map with more items than bytes are left. Avro would allocate
     * memory for any announced length. Avro itself limits strings and bytes.
     */
    public static final class BoundedDecoder extends Decoder {
        private BinaryDecoder bytes;

        public BoundedDecoder(byte[] data, int offset, int length) {
            this.bytes = DecoderFactory.get().binaryDecoder(data, offset, length, null);
        }

        BoundedDecoder at(byte[] data, int offset, int length) {
            bytes = DecoderFactory.get().binaryDecoder(data, offset, length, bytes);
            return this;
        }

        public boolean isEnd() throws IOException {
            return bytes.isEnd();
        }

        private long bounded(long items) {
            if (items > bytes.remainingBytes()) {
                throw new AvroRuntimeException(
                        items + " items in " + bytes.remainingBytes() + " bytes (expected: a byte at least for each)");
            }
            return items;
        }

        @Override
        public long readArrayStart() throws IOException {
            return bounded(bytes.readArrayStart());
        }

        @Override
        public long arrayNext() throws IOException {
            return bounded(bytes.arrayNext());
        }

        @Override
        public long skipArray() throws IOException {
            return bounded(bytes.skipArray());
        }

        @Override
        public long readMapStart() throws IOException {
            return bounded(bytes.readMapStart());
        }

        @Override
        public long mapNext() throws IOException {
            return bounded(bytes.mapNext());
        }

        @Override
        public long skipMap() throws IOException {
            return bounded(bytes.skipMap());
        }

        @Override
        public void readNull() throws IOException {
            bytes.readNull();
        }

        @Override
        public boolean readBoolean() throws IOException {
            return bytes.readBoolean();
        }

        @Override
        public int readInt() throws IOException {
            return bytes.readInt();
        }

        @Override
        public long readLong() throws IOException {
            return bytes.readLong();
        }

        @Override
        public float readFloat() throws IOException {
            return bytes.readFloat();
        }

        @Override
        public double readDouble() throws IOException {
            return bytes.readDouble();
        }

        @Override
        public Utf8 readString(@Nullable Utf8 old) throws IOException {
            return bytes.readString(old);
        }

        @Override
        public String readString() throws IOException {
            return bytes.readString();
        }

        @Override
        public void skipString() throws IOException {
            bytes.skipString();
        }

        @Override
        public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
            return bytes.readBytes(old);
        }

        @Override
        public void skipBytes() throws IOException {
            bytes.skipBytes();
        }

        @Override
        public void readFixed(byte[] into, int start, int length) throws IOException {
            bytes.readFixed(into, start, length);
        }

        @Override
        public void skipFixed(int length) throws IOException {
            bytes.skipFixed(length);
        }

        @Override
        public int readEnum() throws IOException {
            return bytes.readEnum();
        }

        @Override
        public int readIndex() throws IOException {
            return bytes.readIndex();
        }
    }
}

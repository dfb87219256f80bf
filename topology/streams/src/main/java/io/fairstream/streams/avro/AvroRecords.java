package io.fairstream.streams.avro;

import io.fairstream.schemas.AvroSerde.BoundedDecoder;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Conversions by Avro's own means: between domain values and generated records, and to binary form without a header. */
public final class AvroRecords {
    private AvroRecords() {}

    /** Converts a value to the generated record of its topic. */
    public static <T, R extends SpecificRecord> R record(FastAvroWriter<T> writer, T value, Class<R> type) {
        AvroOut out = AvroOut.ofThread();
        writer.write(value, out);
        try {
            return type.cast(record(writer.schema(), out.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the record's value; null if the record is not meant for this reader. */
    public static <T> @Nullable T value(FastAvroReader<T> reader, IndexedRecord record) {
        try {
            return reader.read(new AvroIn(of(record), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Converts a value to plain JSON, for people, as it would be read from its topic. */
    public static <T> String json(FastAvroWriter<T> writer, T value) {
        return PlainJson.write(record(writer, value, SpecificRecord.class));
    }

    /** Decodes bytes of one of our schemas as the generated record. */
    public static SpecificRecord record(Schema schema, byte[] bytes) throws IOException {
        return new SpecificDatumReader<SpecificRecord>(schema, schema, GeneratedRecords.model())
                .read(null, new BoundedDecoder(bytes, 0, bytes.length));
    }

    /** Encodes a record in its own schema. */
    public static byte[] of(IndexedRecord record) throws IOException {
        DatumWriter<Object> writer = record instanceof SpecificRecord
                ? new SpecificDatumWriter<>(record.getSchema(), GeneratedRecords.model())
                : new GenericDatumWriter<>(record.getSchema());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        writer.write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    /** Converts bytes of a writer's schema to our schema, by schema resolution. */
    public static byte[] resolved(byte[] data, int from, Schema writer, Schema ours) throws IOException {
        BoundedDecoder in = new BoundedDecoder(data, from, data.length - from);
        IndexedRecord record = (IndexedRecord) new GenericDatumReader<>(writer, ours).read(null, in);
        if (!in.isEnd()) {
            throw new SerializationException("bytes follow the record's end");
        }
        return of(record);
    }

    /** Returns true if records of both schemas have the same layout, whatever their documentation and defaults. */
    public static boolean areAlike(Schema one, Schema other) {
        return SchemaNormalization.toParsingForm(one).equals(SchemaNormalization.toParsingForm(other));
    }
}

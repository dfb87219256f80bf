package io.fairstream.streams.wire;

import io.fairstream.schemas.BoundedDecoder;
import io.fairstream.schemas.GeneratedRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

/** Avro binary without a header, by Avro's own means. */
final class AvroBytes {
    private AvroBytes() {}

    /** Bytes of a schema of ours as the generated record. */
    static SpecificRecord record(Schema schema, byte[] bytes) throws IOException {
        return new SpecificDatumReader<SpecificRecord>(schema, schema, GeneratedRecords.model())
                .read(null, new BoundedDecoder(bytes, 0, bytes.length));
    }

    /** A record in its own schema. */
    static byte[] of(IndexedRecord record) throws IOException {
        DatumWriter<Object> writer = record instanceof SpecificRecord
                ? new SpecificDatumWriter<>(record.getSchema(), GeneratedRecords.model())
                : new GenericDatumWriter<>(record.getSchema());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        writer.write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    /** Bytes of a writer's schema as bytes of ours, by schema resolution. */
    static byte[] resolved(byte[] data, int from, Schema writer, Schema ours) throws IOException {
        IndexedRecord record = (IndexedRecord)
                new GenericDatumReader<>(writer, ours).read(null, new BoundedDecoder(data, from, data.length - from));
        return of(record);
    }

    /** Returns true if records of both schemas have the same layout, whatever their documentation and defaults. */
    static boolean areAlike(Schema one, Schema other) {
        return SchemaNormalization.toParsingForm(one).equals(SchemaNormalization.toParsingForm(other));
    }
}

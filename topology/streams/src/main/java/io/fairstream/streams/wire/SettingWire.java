package io.fairstream.streams.wire;

import io.fairstream.schemas.Setting;
import org.apache.avro.Schema;

/** Published settings. */
public final class SettingWire implements FastAvroReader<SettingRow>, FastAvroWriter<SettingRow> {
    @Override
    public Schema schema() {
        return Setting.getClassSchema();
    }

    @Override
    public SettingRow read(AvroIn in) {
        return new SettingRow(in.readString(), in.readString());
    }

    @Override
    public void write(SettingRow row, AvroOut out) {
        out.writeString(row.name());
        out.writeString(row.value());
    }
}

package io.fairstream.analysis;

/** Format of the exported files. */
public enum FileFormat {
    /** Apache Parquet, compressed by zstd. */
    PARQUET("parquet", "FORMAT parquet, COMPRESSION zstd", "read_parquet(%s, hive_partitioning = false)"),
    /** Comma-separated values below a line of names. */
    CSV("csv", "FORMAT csv, HEADER", "read_csv(%s, hive_partitioning = false, header = true, all_varchar = true)"),
    /** One JSON object a line. */
    JSONL(
            "jsonl",
            "FORMAT json",
            "read_json(%s, hive_partitioning = false, format = 'newline_delimited', columns = %s)");

    private final String ending;
    private final String writing;
    private final String reading;

    FileFormat(String ending, String writing, String reading) {
        this.ending = ending;
        this.writing = writing;
        this.reading = reading;
    }

    /** Returns the extension of file names. */
    String ending() {
        return ending;
    }

    /** Returns the options of DuckDB's COPY. */
    String writing() {
        return writing;
    }

    /**
     * Returns DuckDB's function that reads files.
     *
     * @param files a list of names, in SQL
     * @param columns names and types as an SQL struct, for formats that do not contain them
     */
    String reading(String files, String columns) {
        return this == JSONL ? String.format(reading, files, columns) : String.format(reading, files);
    }
}

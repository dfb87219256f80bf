package io.fairstream.cli.replay;

import io.fairstream.flux.JobId;
import io.fairstream.reading.MalformedException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a Flux job id. */
final class JobIdConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return JobId.parse(text);
        } catch (MalformedException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}

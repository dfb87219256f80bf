package io.fairstream.cli.shares;

import io.fairstream.query.shares.AddedJob;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a job on the command line. */
final class AddedJobConverter implements ITypeConverter<AddedJob> {
    @Override
    public AddedJob convert(String text) {
        try {
            return AddedJob.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}

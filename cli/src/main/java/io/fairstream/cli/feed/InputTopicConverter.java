package io.fairstream.cli.feed;

import io.fairstream.client.InputTopic;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an input topic on the command line. */
final class InputTopicConverter implements ITypeConverter<InputTopic<?>> {
    @Override
    public InputTopic<?> convert(String name) {
        return InputTopic.named(name).orElseThrow(() -> new TypeConversionException(InputTopic.refusal(name)));
    }
}

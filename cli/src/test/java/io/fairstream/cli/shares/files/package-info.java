@NullMarked
package io.fairstream.cli.shares.files;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.fairstream.cli.docs;

import org.jspecify.annotations.NullMarked;

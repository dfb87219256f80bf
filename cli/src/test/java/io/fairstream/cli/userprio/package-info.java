@NullMarked
package io.fairstream.cli.userprio;

import org.jspecify.annotations.NullMarked;

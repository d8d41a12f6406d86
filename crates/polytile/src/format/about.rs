//! What a file says about itself in the comments it begins with.

/// What a puzzle is called, what it asks, and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub title: Option<String>,
    /// What is asked, in a sentence or two.
    pub description: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// What else it says.
    pub further: Further,
}

/// What else a puzzle file may say about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Further {
    /// Who made it.
    pub author: Option<String>,
    /// How hard it is, in a word or a number.
    pub difficulty: Option<String>,
    /// What it is filed under.
    pub tags: Vec<String>,
}

impl About {
    /// Reads the comments before the first line that is not one, without their marks: the first is the title, one that
    /// begins with `Source:`, `Author:` or `Difficulty:` says that, and the others are the description.
    pub(super) fn from_comments<'a>(comments: impl IntoIterator<Item = &'a str>) -> Self {
        let mut about = About::default();
        for line in comments.into_iter().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(source) = line.strip_prefix("Source:") {
                about.source = Some(source.trim().to_owned());
            } else if let Some(author) = line.strip_prefix("Author:") {
                about.further.author = Some(author.trim().to_owned());
            } else if let Some(difficulty) = line.strip_prefix("Difficulty:") {
                about.further.difficulty = Some(difficulty.trim().to_owned());
            } else if about.title.is_none() {
                about.title = Some(line.to_owned());
            } else {
                about.description = Some(match about.description {
                    Some(before) => format!("{before} {line}"),
                    None => line.to_owned(),
                });
            }
        }
        about
    }

    /// The lines of comments that say all this, without their marks.
    pub fn comments(&self) -> String {
        let title = self.title.clone();
        // Only below a title is a line a description.
        let description = self.description.clone().filter(|_| title.is_some());
        let source = self.source.as_ref().map(|source| format!("Source: {source}"));
        let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        [title, description, source].into_iter().flatten().map(flat).collect::<Vec<_>>().join("\n")
    }
}
